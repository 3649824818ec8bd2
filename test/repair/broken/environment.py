# === invented-file | environment | missing-asset
def settings():
    with open("/data/settings.json") as file:  # <- blame
        return file.read()
# --- tests
def test_settings():
    assert settings() == "{}"  # <- test
# === invented-file-by-path | environment | missing-asset
from pathlib import Path


def lines(name):
    return Path(name).read_text().splitlines()  # <- blame
# --- tests
def test_lines():
    assert lines("input.txt") == []  # <- test
# === invented-folder | environment | missing-asset
import os


def names():
    return os.listdir("images/train")  # <- blame
# --- tests
def test_names():
    assert names() == []  # <- test
# === host-name | environment | network
import socket


def address():
    return socket.gethostbyname("example.org")  # <- blame
# --- tests
def test_address():
    assert address()  # <- test
# === download | environment | network
from urllib.request import urlopen


def page():
    with urlopen("http://example.org/page.html", timeout=5) as answer:  # <- blame
        return answer.read()
# --- tests
def test_page():
    assert page()  # <- test
# === download-wrapped | environment | network
from urllib.request import urlopen


def page():
    try:
        return urlopen("http://example.org/", timeout=5).read()  # <- blame
    except OSError as error:
        raise RuntimeError("no page") from error
# --- tests
def test_page():
    assert page()  # <- test
# === refused-connection | environment | network
import socket


def answer():
    with socket.create_connection(("127.0.0.1", 9), timeout=2) as link:  # <- blame
        return link.recv(1)
# --- tests
def test_answer():
    assert answer() == b""  # <- test
# === missing-program | environment | missing-program
import subprocess


def version():
    return subprocess.check_output(["no-such-converter", "--version"])  # <- blame
# --- tests
def test_version():
    assert version()  # <- test
# === missing-variable | environment | missing-variable
import os


def token():
    return os.environ["SERVICE_TOKEN"]  # <- blame
# --- tests
def test_token():
    assert token()  # <- test
# === read-only-folder | environment | permission
def save(text):
    with open("/usr/lib/result.txt", "w") as file:  # <- blame
        file.write(text)
    return True
# --- tests
def test_save():
    assert save("a")  # <- test
