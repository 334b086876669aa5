"""Another host, as a namespace of this one, and the line to it, which can be cut and can lose packets.

Root may make them with the programs of iproute2 and nftables.
"""

import os
import shutil
import subprocess
from dataclasses import dataclass

# One in so many packets is lost.
LOST = 5
RULES = """
table ip losses {{
  chain arriving {{
    type filter hook input priority 0
    iifname "line" {what}
  }}
}}
"""


def possible() -> bool:
    """Whether this user may make namespaces, and has the programs for it."""
    return os.geteuid() == 0 and all(map(shutil.which, ("ip", "nft")))


@dataclass(frozen=True)
class Host:
    """Another host.

    Parameters
    ----------
    name : of the namespace, of at most ten letters and digits
    net : the number of its network, from 1 to 254
    """

    name: str
    net: int

    @property
    def here(self) -> str:
        """The address of this host for the other."""
        return f"10.213.{self.net}.1"

    @property
    def there(self) -> str:
        """Its address."""
        return f"10.213.{self.net}.2"

    def make(self) -> None:
        """Make it, with a line to it."""
        _ip("netns", "add", self.name)
        _ip("link", "add", self.line, "type", "veth", "peer", "name", "line", "netns", self.name)
        for address, device, inside in ((self.here, self.line, False), (self.there, "line", True)):
            self._ip(inside, "address", "add", f"{address}/24", "dev", device)
            self._ip(inside, "link", "set", device, "up")
        self._ip(True, "link", "set", "lo", "up")

    def remove(self) -> None:
        """Remove it, if it is there; processes in it go on without a line."""
        subprocess.run(["ip", "netns", "delete", self.name], stderr=subprocess.DEVNULL)

    @property
    def line(self) -> str:
        """The device here."""
        return f"{self.name}-line"

    def within(self, command: list[str]) -> list[str]:
        """The command that runs there."""
        return ["ip", "netns", "exec", self.name, *command]

    def cut(self) -> None:
        """Let nothing arrive there. A line that is down would not do: what is sent would take another way."""
        self._rule("drop")

    def lose(self) -> None:
        """Lose one in LOST of the packets that arrive there."""
        self._rule(f"numgen random mod {LOST} 0 drop")

    def mend(self) -> None:
        """Let all arrive again."""
        subprocess.run(self.within(["nft", "delete", "table", "ip", "losses"]), check=True)

    def _rule(self, what: str) -> None:
        rules = RULES.format(what=what)
        subprocess.run(self.within(["nft", "-f", "-"]), input=rules, text=True, check=True)

    def _ip(self, inside: bool, *words: str) -> None:
        _ip(*(["-n", self.name] if inside else []), *words)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)
