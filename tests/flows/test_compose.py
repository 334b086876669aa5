"""docker-compose.yml keeps the compose specification's schema, and the rules that the schema leaves out. No
Docker is needed.
"""

import ast
import copy
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
import yaml
from prefect.settings import Settings
from pydantic import AliasChoices
from pydantic_settings import BaseSettings

from tests.compose_file import (
    COMPOSE_FILE,
    PROJECT,
    VARIABLE,
    expand,
    mounted_secrets,
    read_compose_file,
    texts,
)

File = dict[str, Any]

CONDITIONS = {"service_started", "service_healthy", "service_completed_successfully"}
DURATION = re.compile(r"(\d+(h|m|s|ms|us))+")
RESTART = re.compile(r"no|always|unless-stopped|on-failure(:\d+)?")
PORT = re.compile(r"127\.0\.0\.1:(\d+):(\d+)(/(tcp|udp))?")
SECRET_NAME = re.compile(r"PASSWORD|SECRET|ACCESS_KEY|TOKEN|AUTH_STRING|API_KEY|ON_FAILURE")
# What only reads the store, and what it reaches.
READERS = {"explorer": {"object-store"}}
# What PostgreSQL needs until it has become another user.
FIRST_RIGHTS = {"postgres": ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"]}


def schema_complaint(path: Path) -> str:
    """What the compose specification's schema says against a file; nothing if all is well."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def complaints(file: File) -> list[str]:
    """What is wrong with a compose file beyond its schema."""
    return [complaint for rule in RULES for complaint in rule(file)]


def _dependencies(file: File) -> Iterator[str]:
    services = file["services"]
    graph = {name: _depends_on(service) for name, service in services.items()}
    for name, targets in graph.items():
        for target, condition in targets.items():
            if target not in services:
                yield f"{name} depends on {target}, which is no service"
            elif condition not in CONDITIONS:
                yield f"{name} waits for {target} to be {condition}, which is no condition"
            elif condition == "service_healthy" and "healthcheck" not in services[target]:
                yield f"{name} waits for the health of {target}, which has no health check"
            elif condition == "service_completed_successfully" and not _ends(services[target]):
                yield f"{name} waits for the end of {target}, which is restarted for ever"
    try:
        TopologicalSorter({name: set(targets) for name, targets in graph.items()}).prepare()
    except CycleError as error:
        yield f"services wait for each other: {' -> '.join(error.args[1])}"


def _definitions(file: File) -> Iterator[str]:
    for name, service in file["services"].items():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if not source.startswith((".", "/")) and source not in file.get("volumes", {}):
                yield f"{name} mounts {source}, which is no volume"
        for network in service.get("networks", []):
            if network not in file.get("networks", {}):
                yield f"{name} joins {network}, which is no network"


def _restarts(file: File) -> Iterator[str]:
    for name, service in file["services"].items():
        policy = service.get("restart", "none given")
        if not RESTART.fullmatch(str(policy)):
            yield f"{name} has the restart policy {policy}"
        if not _ends(service) and policy != "unless-stopped":
            yield f"{name} runs for ever and is not restarted"


def _health(file: File) -> Iterator[str]:
    for name, service in file["services"].items():
        check = service.get("healthcheck")
        if check is None:
            if not _ends(service):
                yield f"{name} runs for ever without a health check"
            continue
        if check["test"][0] not in {"CMD", "CMD-SHELL"}:
            yield f"{name} has a health check that compose does not run: {check['test'][0]}"
        if "python" in check["test"]:
            ast.parse(check["test"][-1])
        durations = [check.get(key, "1s") for key in ("interval", "timeout", "start_period")]
        for duration in [*durations, service.get("stop_grace_period", "1s")]:
            if not DURATION.fullmatch(duration):
                yield f"{name} has the duration {duration}"


def _ports(file: File) -> Iterator[str]:
    taken: dict[str, str] = {}
    for name, service in file["services"].items():
        for port in expand(service.get("ports", []), _placeholders()):
            published = PORT.fullmatch(str(port))
            if published is None:
                yield f"{name} publishes {port}, which is not on the loopback address"
            elif not all(0 < int(number) < 65536 for number in published.group(1, 2)):
                yield f"{name} publishes {port}, which is no port"
            elif taken.setdefault(published[1], name) != name:
                yield f"{name} and {taken[published[1]]} publish {published[1]}"
            elif published[2] not in _said(service):
                yield f"{name} publishes {port}, which it does not listen at"


def _rights(file: File) -> Iterator[str]:
    for name, service in file["services"].items():
        if "no-new-privileges:true" not in service.get("security_opt", []):
            yield f"{name} may take on new privileges"
        if service.get("cap_drop") != ["ALL"] or service.get("cap_add", []) != FIRST_RIGHTS.get(name, []):
            yield f"{name} has capabilities"
        if service.get("privileged") or str(service.get("user")).split(":")[0] in {"root", "0"}:
            yield f"{name} runs as root"


def _unchanged(file: File) -> Iterator[str]:
    for name, service in file["services"].items():
        if not service["image"].startswith("jeopardice:"):
            continue
        if not service.get("read_only"):
            yield f"{name} may write to its own files"
        if service.get("tmpfs") != ["/tmp"] or service["environment"].get("HOME") != "/tmp":
            yield f"{name} has nowhere to put what lasts as long as it does"


def _limits(file: File) -> Iterator[str]:
    for name, service in file["services"].items():
        if not re.fullmatch(r"\d+[mg]", str(expand(service.get("mem_limit"), _placeholders()))):
            yield f"{name} may take all memory"
        if not 0 < service.get("pids_limit", 0) <= 2000:
            yield f"{name} may take all processes"
        command = service.get("command", [])
        if command[:2] == ["dask", "worker"] and "--memory-limit=0.8" not in command:
            yield f"{name} has its share of the machine's memory, not of its own"


def _readers(file: File) -> Iterator[str]:
    for name, reached in READERS.items():
        if (found := _reached(file, name)) != reached:
            yield f"{name} reaches {sorted(found)}, expected {sorted(reached)}"
        for volume in file["services"][name].get("volumes", []):
            if not volume.endswith(":ro"):
                yield f"{name} may write to {volume}"


def _connections(file: File) -> Iterator[str]:
    """Who waits for another, or is told its address, can reach it."""
    for name, service in file["services"].items():
        told = " ".join(texts([service.get("command", []), service.get("environment", {})]))
        named = {other for other in file["services"] if re.search(rf"//{other}:\d", told)}
        lasting = {other for other, one in file["services"].items() if not _ends(one)}
        waited = lasting & _depends_on(service).keys()
        for other in sorted((named | waited) - _reached(file, name) - {name}):
            # Told to others in its turn.
            if not (name == "deployments" and other == "dask-scheduler"):
                yield f"{name} does not reach {other}"


def _reached(file: File, name: str) -> set[str]:
    """The services that share a network with this one."""
    networks = set(file["services"][name].get("networks", ["default"]))
    return {
        other
        for other, service in file["services"].items()
        if other != name and networks & set(service.get("networks", ["default"]))
    }


def _images(file: File) -> Iterator[str]:
    for name, service in file["services"].items():
        tag = service["image"].rpartition("/")[2].partition(":")[2]
        if not re.search(r"\d+\.\d+", tag):
            yield f"{name} runs {service['image']}, which names no version"


def _prefect_settings(file: File) -> Iterator[str]:
    known = set(_setting_names(Settings))
    for name, service in file["services"].items():
        for variable in service.get("environment", {}):
            if variable.startswith("PREFECT_") and variable not in known:
                yield f"{name} sets {variable}, which Prefect does not know"


def _secrets(file: File) -> Iterator[str]:
    used = set()
    for name, service in file["services"].items():
        files = mounted_secrets(service)
        used |= files.keys()
        for variable, value in service.get("environment", {}).items():
            in_file = variable.endswith("_FILE") and value in {
                f"/run/secrets/{one}" for one in files.values()
            }
            if SECRET_NAME.search(variable) and not in_file:
                yield f"{name} has {variable} in its environment"
        for secret in files.keys() - file["secrets"].keys():
            yield f"{name} wants {secret}, which is no secret"
        if service["image"].startswith("jeopardice:"):
            if service.get("entrypoint", [])[:2] != ["with_secrets.sh", "/run/secrets"]:
                yield f"{name} does not read its secrets"
    for secret, source in file["secrets"].items():
        if list(source) != ["file"]:
            yield f"{secret} is no file, and compose mounts nothing else where files are read-only"
        if secret not in used:
            yield f"nobody wants {secret}"
    for variable in _placeholders():
        if SECRET_NAME.search(variable) and not variable.endswith("_FILE"):
            yield f"{variable} is in .env.example"
    for text in texts(file):
        if re.search(r"://[^/\s:]+:[^@\s$]+@", text):
            yield f"a password is in the address {text}"


def _quiet(file: File) -> Iterator[str]:
    for name, service in file["services"].items():
        variables = service.get("environment", {})
        if service["image"].startswith("jeopardice:"):
            if (variables.get("DO_NOT_TRACK"), variables.get("PREFECT_SERVER_ANALYTICS_ENABLED")) != (
                "1",
                "false",
            ):
                yield f"{name} does not switch telemetry off"


def _variables(file: File) -> Iterator[str]:
    listed = _placeholders()
    used = {
        match["name"] or match["bare"]: match
        for text in texts(file)
        for match in VARIABLE.finditer(text)
        if not match["dollar"]
    }
    for name, match in used.items():
        if match["kind"] not in {":-", ":?"}:
            yield f"${{{name}}} has no default and is not required"
        if name not in listed:
            yield f"${{{name}}} is not in .env.example"
        elif match["kind"] == ":-" and _line(name) != f"{name}={match['rest']}":
            yield f"${{{name}}} is {match['rest']} here, and .env.example has {_line(name)}"
    for name in listed.keys() - used.keys():
        yield f"{name} is in .env.example and nowhere else"


RULES: list[Callable[[File], Iterator[str]]] = [
    _dependencies,
    _definitions,
    _restarts,
    _health,
    _ports,
    _rights,
    _unchanged,
    _limits,
    _readers,
    _connections,
    _images,
    _prefect_settings,
    _secrets,
    _quiet,
    _variables,
]


def _depends_on(service: Mapping[str, Any]) -> dict[str, str]:
    return {target: how["condition"] for target, how in service.get("depends_on", {}).items()}


def _said(service: Mapping[str, Any]) -> set[str]:
    """Numbers that a service is told of on its command line and in its environment."""
    told = " ".join(texts([service.get("command", []), service.get("environment", {})]))
    return set(re.findall(r"\d+", told))


def _ends(service: Mapping[str, Any]) -> bool:
    """Whether the service does one thing and ends."""
    return str(service.get("restart")).startswith(("no", "on-failure"))


def _placeholders() -> dict[str, str]:
    """What .env.example sets."""
    lines = [line.partition("=") for line in _env_example().splitlines() if line and not line.startswith("#")]
    return {name: value for name, _, value in lines}


def _line(name: str) -> str:
    return next(line for line in _env_example().splitlines() if line.startswith(f"{name}="))


def _env_example() -> str:
    return (PROJECT / ".env.example").read_text()


def _setting_names(settings: type[BaseSettings]) -> Iterator[str]:
    """The environment variables that Prefect reads."""
    for name, field in settings.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseSettings):
            yield from _setting_names(field.annotation)
        yield f"{settings.model_config.get('env_prefix', '')}{name}".upper()
        if isinstance(field.validation_alias, AliasChoices):
            yield from (
                choice.upper() for choice in field.validation_alias.choices if isinstance(choice, str)
            )


def test_compose__keeps_the_schema() -> None:
    assert schema_complaint(COMPOSE_FILE) == ""


def test_compose__keeps_the_rules() -> None:
    assert complaints(read_compose_file()) == []


def test_secrets__are_made_up_once_for_this_user_and_the_containers(tmp_path: Path) -> None:
    for name in ("Makefile", "docker-compose.yml"):
        shutil.copy(PROJECT / name, tmp_path)
    made = []
    for _ in range(2):
        subprocess.run(["make", "secrets"], cwd=tmp_path, check=True, capture_output=True)
        made.append({path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()})
    assert made[0] == made[1]
    assert made[0].keys() == read_compose_file()["secrets"].keys() - {"on_failure"}
    assert all(re.fullmatch(r"[0-9a-f]{48}\n", content) for content in made[0].values())
    assert len(set(made[0].values())) == len(made[0])
    modes = {oct(path.stat().st_mode & 0o777) for path in (tmp_path / "secrets").iterdir()}
    assert (oct((tmp_path / "secrets").stat().st_mode & 0o777), modes) == ("0o700", {"0o644"})


def read_secrets(directory: Path) -> "subprocess.CompletedProcess[str]":
    """What a command finds that starts as those of the image do."""
    command = ["sh", "-c", 'echo "$GIVEN $LATER"']
    return subprocess.run(
        [str(PROJECT / "with_secrets.sh"), str(directory), *command],
        env={"PATH": os.defpath, "GIVEN": "before"},
        capture_output=True,
        text=True,
    )


def test_secrets__become_variables_of_the_command(tmp_path: Path) -> None:
    assert read_secrets(tmp_path / "none").stdout == "before \n"
    (tmp_path / "GIVEN").write_text("a $b 'c'\n")
    (tmp_path / "LATER").symlink_to("/dev/null")
    assert read_secrets(tmp_path).stdout == "a $b 'c' \n"
    (tmp_path / "LATER").unlink()
    (tmp_path / "LATER").touch()
    refused = read_secrets(tmp_path)
    assert refused.returncode == 1
    assert refused.stderr == f"{tmp_path}/LATER: expected a secret, got an empty file.\n"


def test_compose__runs_the_version_of_the_project() -> None:
    version = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"]
    own = {service["image"] for service in read_compose_file()["services"].values() if "build" in service}
    assert own == {f"jeopardice:{version}"}


def test_image__runs_as_a_user_without_rights() -> None:
    users = re.findall(r"^USER (.+)$", (PROJECT / "Dockerfile").read_text(), re.MULTILINE)
    assert users == ["jeopardice"]


def test_operations__lists_who_is_in_each_network() -> None:
    page = (PROJECT / "docs" / "operations.md").read_text()
    services = read_compose_file()["services"]
    for network in read_compose_file()["networks"]:
        row = re.search(rf"^\| `{network}`[^|]*\| (.*) \|$", page, re.MULTILINE)
        assert row is not None
        assert set(re.findall(r"`([\w-]+)`", row[1])) == {
            name for name, service in services.items() if network in service["networks"]
        }


def test_explorer__is_published_where_told() -> None:
    elsewhere = {**_placeholders(), "EXPLORER_ADDRESS": "10.0.0.1", "EXPLORER_NAME": "dice.example.org"}
    explorer = expand(read_compose_file(), elsewhere)["services"]["explorer"]
    assert explorer["ports"] == ["10.0.0.1:5006:5006"]
    assert explorer["environment"]["BOKEH_ALLOW_WS_ORIGIN"] == "dice.example.org,10.0.0.1"


@pytest.mark.parametrize(
    "broken",
    [
        lambda services: services["dask-worker"].update(comand=["dask"]),
        lambda services: services["dask-worker"].update(expose=5432),
        lambda services: services["prefect-server"]["depends_on"]["postgres"].update(
            condition="service_happy"
        ),
    ],
    ids=["misspelt key", "wrong type", "unknown condition"],
)
def test_schema__bites(broken: Callable[[File], None], tmp_path: Path) -> None:
    file = read_compose_file()
    broken(file["services"])
    path = tmp_path / "docker-compose.yml"
    path.write_text(yaml.safe_dump(file))
    assert schema_complaint(path) != ""


def _set(service: str, key: str, value: object) -> Callable[[File], None]:
    return lambda file: file["services"][service].update({key: value})


def _set_variable(service: str, name: str, value: str) -> Callable[[File], None]:
    return lambda file: file["services"][service]["environment"].update({name: value})


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (
            _set("bucket", "depends_on", {"minio": {"condition": "service_started"}}),
            "bucket depends on minio, which is no service",
        ),
        (
            _set("postgres", "depends_on", {"prefect-worker": {"condition": "service_healthy"}}),
            "services wait for each other",
        ),
        (
            _set("bucket", "depends_on", {"deployments": {"condition": "service_healthy"}}),
            "deployments, which has no health check",
        ),
        (_set("bucket", "restart", "unless-stopped"), "the end of bucket, which is restarted for ever"),
        (_set("postgres", "volumes", ["postgress:/var/lib/postgresql"]), "postgress, which is no volume"),
        (_set("postgres", "networks", ["inside"]), "inside, which is no network"),
        (_set("postgres", "restart", "unless-stoped"), "restart policy unless-stoped"),
        (_set("postgres", "restart", "always"), "postgres runs for ever and is not restarted"),
        (
            lambda file: file["services"]["dask-worker"].pop("healthcheck"),
            "dask-worker runs for ever without a health check",
        ),
        (
            lambda file: file["services"]["postgres"]["healthcheck"].update(interval="5 seconds"),
            "duration 5 seconds",
        ),
        (_set("prefect-worker", "stop_grace_period", "soon"), "duration soon"),
        (_set("dask-scheduler", "ports", ["8786:8786"]), "8786:8786, which is not on the loopback address"),
        (_set("dask-scheduler", "ports", ["0.0.0.0:8786:8786"]), "which is not on the loopback address"),
        (_set("dask-scheduler", "ports", ["127.0.0.1:87860:8786"]), "which is no port"),
        (_set("dask-scheduler", "ports", ["127.0.0.1:4200:8786"]), "publish 4200"),
        (_set("explorer", "ports", ["127.0.0.1:5006:5007"]), "5006:5007, which it does not listen at"),
        (_set("explorer", "ports", ["${EXPLORER_ADDRESS:-0.0.0.0}:5006:5006"]), "is 0.0.0.0 here"),
        (_set("explorer", "security_opt", []), "explorer may take on new privileges"),
        (_set("launcher", "cap_add", ["NET_ADMIN"]), "launcher has capabilities"),
        (_set("explorer", "user", "0:0"), "explorer runs as root"),
        (_set("object-store", "cap_drop", []), "object-store has capabilities"),
        (_set("postgres", "cap_add", ["SYS_ADMIN"]), "postgres has capabilities"),
        (_set("explorer", "networks", ["pages", "prefect"]), "explorer reaches ['deployments', "),
        (_set("dask-worker", "networks", ["dask"]), "dask-worker does not reach object-store"),
        (_set("prefect-server", "networks", ["prefect"]), "prefect-server does not reach postgres"),
        (_set("dask-worker", "mem_limit", 0), "dask-worker may take all memory"),
        (
            _set("dask-worker", "command", ["dask", "worker", "tcp://dask-scheduler:8786"]),
            "dask-worker has its share of the machine's memory",
        ),
        (_set("bucket", "pids_limit", -1), "bucket may take all processes"),
        (_set("explorer", "read_only", False), "explorer may write to its own files"),
        (_set("explorer", "tmpfs", []), "explorer has nowhere to put"),
        (_set("explorer", "volumes", ["published:/app/published"]), "may write to published:/app/published"),
        (_set("postgres", "image", "postgres:latest"), "postgres:latest, which names no version"),
        (_set("postgres", "image", "localhost:5000/postgres"), "which names no version"),
        (
            _set_variable("prefect-server", "PREFECT_SERVER_DATABSE_HOST", "postgres"),
            "which Prefect does not know",
        ),
        (
            _set_variable("postgres", "POSTGRES_PASSWORD", "prefect"),
            "postgres has POSTGRES_PASSWORD in its environment",
        ),
        (
            _set_variable("postgres", "POSTGRES_PASSWORD_FILE", "/run/secrets/password"),
            "postgres has POSTGRES_PASSWORD_FILE in its environment",
        ),
        (
            _set_variable("launcher", "JEOPARDICE_ON_FAILURE", "${ON_FAILURE_FILE:-/dev/null}"),
            "launcher has JEOPARDICE_ON_FAILURE in its environment",
        ),
        (_set("postgres", "secrets", ["password"]), "postgres wants password, which is no secret"),
        (_set("launcher", "entrypoint", ["jeopardice"]), "launcher does not read its secrets"),
        (
            lambda file: file["secrets"].update(postgres_password={"environment": "POSTGRES_PASSWORD"}),
            "postgres_password is no file",
        ),
        (lambda file: file["secrets"].update(other={"file": "./secrets/other"}), "nobody wants other"),
        (
            _set_variable(
                "prefect-server",
                "PREFECT_SERVER_DATABASE_CONNECTION_URL",
                "postgresql+asyncpg://a:b@postgres/a",
            ),
            "a password is in",
        ),
        (
            _set_variable("prefect-worker", "DO_NOT_TRACK", "0"),
            "prefect-worker does not switch telemetry off",
        ),
        (_set_variable("postgres", "PGTZ", "${TIMEZONE}"), "${TIMEZONE} has no default and is not required"),
        (_set_variable("postgres", "PGTZ", "${TIMEZONE:-UTC}"), "${TIMEZONE} is not in .env.example"),
        (
            _set("dask-worker", "deploy", {"replicas": "${DASK_WORKERS:-3}"}),
            "${DASK_WORKERS} is 3 here, and .env.example has DASK_WORKERS=2",
        ),
        (_set("dask-worker", "deploy", {"replicas": 2}), "DASK_WORKERS is in .env.example and nowhere else"),
    ],
)
def test_rules__bite(broken: Callable[[File], None], complaint: str) -> None:
    # Written out and read again, so that services no longer share what they merge.
    file = copy.deepcopy(yaml.safe_load(yaml.safe_dump(read_compose_file())))
    broken(file)
    assert complaint in "\n".join(complaints(file))
