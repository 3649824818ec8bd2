"""Chat completions over HTTP in the form of OpenAI's API, for anything that answers batches of chats.

Only what an evaluation needs: POST /v1/chat/completions and GET /v1/models, on the loopback address or a Unix socket.
What is not supported is refused with a reason, never ignored. Needs no package.
"""

from __future__ import annotations

import json
import os
import queue
import socket
import sys
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Callable, Sequence

from end_with_input import end_with_input

MOST_BYTES = 32 * 1024 * 1024
GATHER_SECONDS = 0.01
DEFAULT_TOKENS = 512
REFUSED = ("tools", "functions", "response_format", "logprobs", "logit_bias")


@dataclass(frozen=True)
class Sampling:
    temperature: float
    top_p: float
    max_tokens: int
    seed: int | None
    stop: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    text: str
    # "stop": the model or a stop text ended it; "length": it was cut off.
    finish_reason: str
    prompt_tokens: int
    completion_tokens: int


class Refusal(Exception):
    """A request that cannot be answered: what the caller gets instead."""

    def __init__(self, message: str, *, status: int = 400, code: str | None = None, param: str | None = None):
        super().__init__(message)
        self.status, self.code, self.param = status, code, param


# Answers to several chats with one sampling, in their order; a chat that cannot be answered has its Refusal there.
AnswerBatch = Callable[[str, Sequence[list], Sampling], Sequence["Answer | Refusal"]]


def read_request(body: dict, models: Sequence[str]) -> tuple[str, list, Sampling]:
    """Model, messages and sampling of a request. Raises Refusal for what is wrong or not supported."""
    if not isinstance(body, dict):
        raise Refusal("the body must be a JSON object")
    model = body.get("model")
    if model not in models:
        raise Refusal(f"there is no model {model!r}; there are {', '.join(models)}", status=404, code="model_not_found", param="model")
    for name in REFUSED:
        if body.get(name):
            raise Refusal(f"{name} is not supported here", code="unsupported_parameter", param=name)
    if body.get("stream"):
        raise Refusal("stream is not supported here", code="unsupported_parameter", param="stream")
    if body.get("n") not in (None, 1):
        raise Refusal("n must be 1: ask several times", code="unsupported_value", param="n")
    return model, read_messages(body.get("messages")), read_sampling(body)


def read_messages(messages: object) -> list:
    if not isinstance(messages, list) or not messages:
        raise Refusal("messages must be a list that is not empty", param="messages")
    for message in messages:
        known = isinstance(message, dict) and message.get("role") in ("system", "user", "assistant")
        if not known or not isinstance(message.get("content"), str):
            raise Refusal("a message has a role (system, user, assistant) and text as content", param="messages")
    return [{"role": message["role"], "content": message["content"]} for message in messages]


def read_sampling(body: dict) -> Sampling:
    stop = body.get("stop")
    stop = [] if stop is None else [stop] if isinstance(stop, str) else stop
    if not isinstance(stop, list) or not all(isinstance(text, str) and text for text in stop):
        raise Refusal("stop must be a text, or a list of texts", param="stop")
    most = body.get("max_completion_tokens", body.get("max_tokens"))
    seed = body.get("seed")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise Refusal("seed must be a whole number", param="seed")
    return Sampling(
        temperature=number(body.get("temperature"), "temperature", 1.0, 0, 2),
        top_p=number(body.get("top_p"), "top_p", 1.0, 0, 1),
        max_tokens=int(number(most, "max_tokens", DEFAULT_TOKENS, 1, 10**7)),
        seed=seed,
        stop=tuple(stop),
    )


def number(value: object, name: str, default: float, low: float, high: float) -> float:
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise Refusal(f"{name} must be a number from {low} to {high}", param=name)
    return value


class Batcher:
    """One thread that answers. What waits with the same model and sampling goes together; what has a seed goes alone,
    so that its answer does not depend on its neighbours."""

    def __init__(self, answer: AnswerBatch, batch_size: int):
        self.answer, self.batch_size = answer, batch_size
        self.waiting: list = []
        self.changed = threading.Condition()
        threading.Thread(target=self.work, daemon=True).start()

    def ask(self, model: str, messages: list, sampling: Sampling) -> Answer:
        place: queue.Queue = queue.Queue(1)
        with self.changed:
            self.waiting.append(((model, sampling), messages, place))
            self.changed.notify()
        result = place.get()
        if isinstance(result, BaseException):
            raise result
        return result

    def take(self) -> list:
        with self.changed:
            while not self.waiting:
                self.changed.wait()
        time.sleep(GATHER_SECONDS)
        with self.changed:
            key = self.waiting[0][0]
            most = 1 if key[1].seed is not None else self.batch_size
            batch = [job for job in self.waiting if job[0] == key][:most]
            self.waiting = [job for job in self.waiting if not any(job is taken for taken in batch)]
            return batch

    def work(self) -> None:
        while True:
            batch = self.take()
            model, sampling = batch[0][0]
            try:
                results = list(self.answer(model, [messages for _, messages, _ in batch], sampling))
            except Exception as error:  # whoever waits must be told
                print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
                results = [error] * len(batch)
            for (_, _, place), result in zip(batch, results):
                place.put(result)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "ChatServer"

    def log_message(self, *_: object) -> None:
        pass

    def address_string(self) -> str:
        return "client"

    def do_GET(self) -> None:
        if self.path.rstrip("/") != "/v1/models":
            return self.refuse(Refusal(f"there is nothing at {self.path}", status=404))
        models = [{"id": name, "object": "model", "created": 0, "owned_by": "local"} for name in self.server.models]
        self.reply(200, {"object": "list", "data": models})

    def do_POST(self) -> None:
        try:
            body = self.read_body()
            if self.path.rstrip("/") != "/v1/chat/completions":
                raise Refusal(f"there is nothing at {self.path}", status=404)
            model, messages, sampling = read_request(body, self.server.models)
            answer = self.server.batcher.ask(model, messages, sampling)
        except Refusal as refusal:
            return self.refuse(refusal)
        except Exception as error:
            return self.refuse(Refusal(f"{type(error).__name__}: {error}", status=500))
        self.reply(200, completion(model, answer))

    def read_body(self) -> object:
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MOST_BYTES:
            self.close_connection = True
            raise Refusal(f"a body of at most {MOST_BYTES} bytes with its Content-Length is needed", status=411)
        data = self.rfile.read(int(length))
        # A page in a browser cannot send this type to another origin without asking first.
        if not self.headers.get("Content-Type", "").startswith("application/json"):
            raise Refusal("the Content-Type must be application/json", status=415)
        try:
            return json.loads(data)
        except ValueError:
            raise Refusal("the body is no JSON") from None

    def refuse(self, refusal: Refusal) -> None:
        kind = "server_error" if refusal.status >= 500 else "invalid_request_error"
        error = {"message": str(refusal), "type": kind, "param": refusal.param, "code": refusal.code}
        self.reply(refusal.status, {"error": error})

    def reply(self, status: int, value: object) -> None:
        data = json.dumps(value).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # nobody waits for it any more


def completion(model: str, answer: Answer) -> dict:
    message = {"role": "assistant", "content": answer.text, "refusal": None}
    return {
        "id": f"chatcmpl-{os.urandom(8).hex()}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model,
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": answer.finish_reason}],
        "usage": {
            "prompt_tokens": answer.prompt_tokens,
            "completion_tokens": answer.completion_tokens,
            "total_tokens": answer.prompt_tokens + answer.completion_tokens,
        },
    }


class ChatServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, answer: AnswerBatch, models: Sequence[str], *, batch_size: int = 8, port: int = 0, path: str | None = None):
        self.models = list(models)
        self.batcher = Batcher(answer, batch_size)
        if path is not None:
            self.address_family = socket.AF_UNIX
        super().__init__(path if path is not None else ("127.0.0.1", port), Handler)

    def server_bind(self) -> None:
        if self.address_family != socket.AF_UNIX:
            TCPServer.server_bind(self)  # HTTPServer's own would look the address up in the network
            self.server_name, self.server_port = self.server_address[:2]
            return
        self.socket.bind(self.server_address)
        os.chmod(self.server_address, 0o600)
        self.server_name, self.server_port = "localhost", 0

    def get_request(self):
        connection, address = super().get_request()
        return connection, address or ("local", 0)


def serve(answer: AnswerBatch, models: Sequence[str], *, batch_size: int = 8, port: int = 0, path: str | None = None, until_input_ends: bool = False, facts: dict | None = None) -> None:
    """Serves until the process is ended; one line of JSON on standard output says where, and when it is ready."""
    server = ChatServer(answer, models, batch_size=batch_size, port=port, path=path)
    if until_input_ends:
        end_with_input(lambda: os._exit(0))
    address = path if path is not None else f"http://127.0.0.1:{server.server_port}/v1"
    print(json.dumps({"type": "ready", "address": address, "models": list(models), **(facts or {})}), flush=True)
    server.serve_forever()
