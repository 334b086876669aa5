"""What a service of docker-compose.yml is on this machine: its own command line, with local addresses in
place of those of containers.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from tests.compose_file import PROJECT, expand, mounted_secrets, read_compose_file
from tests.processes import environment, free_port

# What the files in secrets/ have, for tests.
SECRETS = {
    "postgres_password": "loopback-postgres",
    "object_store_access_key": "loopback-key",
    "object_store_secret_key": "loopback-secret",
    "reader_access_key": "loopback-reader",
    "reader_secret_key": "loopback-reading",
}
TEMPORARY, MOUNTED = re.compile(r"^/tmp(?=/|$)"), re.compile(r"^/run/secrets(?=/|$)")
PUBLISHED = re.compile(r"[\d.]+:(\d+):(\d+)")


@dataclass(frozen=True)
class Local:
    """The services of the file, with local ports in place of those of containers.

    Parameters
    ----------
    home : for the files of the services, a directory each
    services : as the file has them, with variables put in
    ports : the local port of each port of a container
    contents : of secrets
    """

    home: Path
    services: Mapping[str, Any]
    ports: Mapping[int, int]
    contents: Mapping[str, str]

    @classmethod
    def read(
        cls,
        home: Path,
        variables: Mapping[str, str],
        contents: Mapping[str, str] = SECRETS,
        published: bool = False,
    ) -> "Local":
        """The file's services with what it leaves to variables, and their secrets in files.

        Parameters
        ----------
        home : for files
        variables : of .env
        contents : of secrets; one that is not there is nobody's
        published : whether ports are those that the file publishes; all others are free ones
        """
        services = expand(read_compose_file()["services"], variables)
        ports = {port: free_port() for service in services.values() for port in container_ports(service)}
        if published:
            ports |= published_ports(services)
        local = cls(home, services, ports, contents)
        for name in services:
            local.mounted(name).mkdir(parents=True)
            for target, content in local.secrets(name).items():
                (local.mounted(name) / target).write_text(content)
        return local

    def text(self, text: str, ports: Mapping[int, int] | None = None) -> str:
        """Text with local addresses; some ports may be others."""
        names = "|".join(self.services)
        text = re.sub(rf"(?<=://)({names})(?=:\d)", "127.0.0.1", text).replace("0.0.0.0", "127.0.0.1")
        if text in self.services:
            return "127.0.0.1"
        numbers = {**self.ports, **(ports or {})}
        return re.sub(
            r"(?<![\w.])\d{4,5}(?![\w.])", lambda match: str(numbers.get(int(match[0]), match[0])), text
        )

    def given(self, name: str) -> dict[str, str]:
        """The environment that the file gives a service, with a directory of its own for /tmp."""
        given = {key: self.text(value) for key, value in self.services[name].get("environment", {}).items()}
        given = {key: TEMPORARY.sub(str(self.home / name), value) for key, value in given.items()}
        return {key: MOUNTED.sub(str(self.mounted(name)), value) for key, value in given.items()}

    def mounted(self, name: str) -> Path:
        """The directory of a service's secrets."""
        return self.home / "secrets" / name

    def secrets(self, name: str) -> dict[str, str]:
        """What the files in there have."""
        files = mounted_secrets(self.services[name])
        return {file: self.contents[secret] for secret, file in files.items() if secret in self.contents}

    def access(self, name: str) -> dict[str, str]:
        """What a process needs to open stores as a service does."""
        own = {**self.given(name), **self.secrets(name)}
        return {key: value for key, value in own.items() if key.startswith("AWS_")}

    def variables(self, name: str) -> dict[str, str]:
        """The whole environment of a service."""
        return {**environment(self.home / name), **self.given(name)}

    def command(self, name: str, *arguments: str, ports: Mapping[int, int] | None = None) -> list[str]:
        """The command line of a service, its own arguments replaced by others if there are any."""
        service = self.services[name]
        own = [*service.get("entrypoint", []), *(arguments or service["command"])]
        own = [MOUNTED.sub(str(self.mounted(name)), self.text(part, ports)) for part in own]
        return [str(PROJECT / part) if part == "with_secrets.sh" else part for part in own]

    def check(self, name: str, ports: Mapping[int, int] | None = None) -> list[str]:
        """The command that says whether a service is healthy."""
        return [self.text(part, ports) for part in self.services[name]["healthcheck"]["test"][1:]]

    def own_ports(self, name: str) -> dict[int, int]:
        """Ports for one more of a service that has several replicas."""
        return {port: free_port() for port in container_ports(self.services[name])}

    def replicas(self, name: str) -> int:
        """How many of a service there are to be."""
        return int(self.services[name].get("deploy", {}).get("replicas", 1))

    def ends(self, name: str) -> bool:
        """Whether a service does one thing and ends."""
        return str(self.services[name].get("restart")).startswith("on-failure")

    def order(self, *names: str) -> list[str]:
        """These services, all that are started by themselves if none is named, and what they depend on: each
        after what it depends on.
        """
        waits = {name: set(service.get("depends_on", {})) for name, service in self.services.items()}
        wanted = set(names) or {name for name, service in self.services.items() if "profiles" not in service}
        while new := {other for name in wanted for other in waits[name]} - wanted:
            wanted |= new
        return [name for name in TopologicalSorter(waits).static_order() if name in wanted]


def container_ports(service: Mapping[str, Any]) -> list[int]:
    """Where a service listens within its container."""
    return [
        int(str(port).rpartition(":")[2]) for port in [*service.get("ports", []), *service.get("expose", [])]
    ]


def published_ports(services: Mapping[str, Any]) -> dict[int, int]:
    """The port of this machine for each port of a container that has one."""
    published = (PUBLISHED.fullmatch(str(port)) for one in services.values() for port in one.get("ports", []))
    return {int(found[2]): int(found[1]) for found in published if found}
