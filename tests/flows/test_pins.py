"""`make pins` asks a registry for the digests of all images that the project does not build itself."""

import hashlib
import json
import platform
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from tests.compose_file import PROJECT
from tests.processes import Program, answers, environment, free_port

PROGRAMS = ("docker-registry", "skopeo", "make")
MISSING = [program for program in PROGRAMS if not shutil.which(program)]
OCI = "application/vnd.oci.image"
MACHINE = {"x86_64": "amd64", "aarch64": "arm64"}


class Registry:
    """A registry on loopback.

    Parameters
    ----------
    address : host and port
    """

    def __init__(self, address: str) -> None:
        self.address = address

    def push(self, image: str) -> str:
        """Make an image of no layers for two kinds of machine, and return the digest of what names both."""
        name, _, tag = image.partition(":")
        kinds = []
        for architecture in (MACHINE.get(platform.machine(), "amd64"), "riscv64"):
            own = {"os": "linux", "architecture": architecture}
            config = {**own, "config": {"Labels": {"tag": tag}}, "rootfs": {"type": "layers", "diff_ids": []}}
            manifest = {"schemaVersion": 2, "config": self._blob(name, config), "layers": []}
            kinds.append({**self._manifest(name, None, "manifest", manifest), "platform": own})
        index = {"schemaVersion": 2, "manifests": kinds}
        return str(self._manifest(name, tag, "index", index)["digest"])

    def _blob(self, name: str, content: object) -> dict[str, object]:
        body = json.dumps(content).encode()
        place = self._ask("POST", f"http://{self.address}/v2/{name}/blobs/uploads/", b"")
        digest = f"sha256:{hashlib.sha256(body).hexdigest()}"
        self._ask("PUT", f"{place}&{urlencode({'digest': digest})}", body)
        return {"mediaType": f"{OCI}.config.v1+json", "digest": digest, "size": len(body)}

    def _manifest(
        self, name: str, tag: str | None, kind: str, content: dict[str, object]
    ) -> dict[str, object]:
        media = f"{OCI}.{kind}.v1+json"
        body = json.dumps({**content, "mediaType": media}).encode()
        digest = f"sha256:{hashlib.sha256(body).hexdigest()}"
        self._ask("PUT", f"http://{self.address}/v2/{name}/manifests/{tag or digest}", body, media)
        return {"mediaType": media, "digest": digest, "size": len(body)}

    def _ask(self, method: str, url: str, body: bytes, media: str = "application/octet-stream") -> str:
        with urlopen(Request(url, body, {"Content-Type": media}, method=method), timeout=30) as response:
            return str(response.headers["Location"])


def images(project: Path) -> dict[str, set[str]]:
    """The images of each file, but those that the project builds."""
    files = ("docker-compose.yml", "Dockerfile")
    found = {
        file: re.findall(r"^ *(?:image:|FROM) (\S+)", (project / file).read_text(), re.M) for file in files
    }
    return {file: {one for one in own if not one.startswith("jeopardice:")} for file, own in found.items()}


@pytest.mark.long
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {' '.join(MISSING)}")
def test_pins__are_what_the_registry_has_now(tmp_path: Path) -> None:
    port = free_port()
    registry = Registry(f"127.0.0.1:{port}")
    settings = {
        "version": 0.1,
        "storage": {"filesystem": {"rootdirectory": str(tmp_path / "images")}},
        "http": {"addr": registry.address},
    }
    (tmp_path / "registry.yml").write_text(json.dumps(settings))
    for file in ("Makefile", "docker-compose.yml", "Dockerfile"):
        shutil.copy(PROJECT / file, tmp_path)
    variables = environment(tmp_path)
    digest_of = f"skopeo inspect --tls-verify=false --format {{{{.Digest}}}} docker://{registry.address}/"
    pins = ["make", "pins", f"DIGEST_OF={digest_of}"]
    bare = {file: {one.partition("@")[0] for one in own} for file, own in images(tmp_path).items()}
    command = ["docker-registry", "serve", str(tmp_path / "registry.yml")]
    with Program("registry", command, tmp_path, variables).started() as server:
        server.wait(lambda: answers(f"http://{registry.address}/v2/"))
        refused = subprocess.run(pins, cwd=tmp_path, env=variables, capture_output=True, text=True)
        assert refused.returncode != 0
        assert "expected a digest, got ''" in refused.stdout
        digests = {image: registry.push(image) for image in set().union(*bare.values())}
        # The second time, they are there.
        for _ in range(2):
            subprocess.run(pins, cwd=tmp_path, env=variables, check=True)
            assert images(tmp_path) == {
                file: {f"{image}@{digests[image]}" for image in own} for file, own in bare.items()
            }
