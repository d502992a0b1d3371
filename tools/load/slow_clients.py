"""Clients that keep a server waiting: connections left in the middle of a request or an answer."""

import socket
from urllib.parse import urlsplit

BODY = 100_000  # bytes that are announced
SMALL_BUFFER = 4_096  # so that the kernel does not take the whole answer at once


def connect(address: str, source: str = "127.0.0.1") -> socket.socket:
    """Open a connection of which nothing was sent yet; `source`: the address of the client."""
    host = urlsplit(address)
    connection = socket.socket()
    connection.bind((source, 0))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
    connection.settimeout(60)
    connection.connect((host.hostname, host.port))
    return connection


def half_headers(address: str, source: str = "127.0.0.1") -> socket.socket:
    connection = connect(address, source)
    connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: te")
    return connection


def half_body(address: str, path: str) -> socket.socket:
    connection = connect(address)
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {BODY}\r\n"
    form = "Content-Type: application/x-www-form-urlencoded\r\n\r\nname=Ida"
    connection.sendall((head + form).encode())
    return connection


def slow_download(address: str, path: str, cookie: str = "") -> socket.socket:
    """Ask for a file, read the beginning of the answer, and then nothing more."""
    connection = connect(address)
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n"
    connection.sendall(head.encode())
    beginning = connection.recv(200)
    if not beginning.startswith(b"HTTP/1.1 200"):
        raise AssertionError(beginning)
    return connection
