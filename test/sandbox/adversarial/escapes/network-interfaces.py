# idea: interfaces other than loopback
# problem: nothing
# expects: passed completed
import socket


def work():
    return [name for _, name in socket.if_nameindex() if name not in ("lo", "sit0", "tunl0", "ip6tnl0")]
