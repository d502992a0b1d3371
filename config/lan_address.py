"""The address of this machine for phones on the same network."""

import socket
from contextlib import closing

ALL_INTERFACES = {"0.0.0.0", "::", "[::]"}  # noqa: S104 (to compare with)
EXAMPLE = ("192.0.2.1", 9)  # an address that is reserved for documentation; nothing is sent to it


def network_address() -> str | None:
    """Return the address that this machine sends from; None without a network."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(EXAMPLE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
