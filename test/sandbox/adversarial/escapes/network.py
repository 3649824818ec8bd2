# idea: a connection to anywhere
# problem: nothing
# expects: passed completed
import socket


def work():
    reached = []
    for address in (("1.1.1.1", 53), ("8.8.8.8", 80), ("169.254.169.254", 80)):
        try:
            socket.create_connection(address, timeout=0.3).close()
            reached.append(address)
        except OSError:
            pass
    return reached
