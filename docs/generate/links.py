"""Find dead links of a built site, and what it loads from elsewhere: `python docs/generate/links.py site`."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a reader follows may lead elsewhere; what a page loads may not.
FOLLOWED = {"a"}


class Page(HTMLParser):
    """Links of a page, as tag and address, and the anchors that it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag links to, and how it is called."""
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.links.append((tag, value))
            if value and name in ("id", "name"):
                self.anchors.add(value)


def problems(site: Path) -> list[str]:
    """What is wrong with the links of a site, a line each.

    Parameters
    ----------
    site : folder of HTML files
    """
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        for tag, address in page.links:
            if wrong := _wrong(path, tag, address, pages):
                found.append(f"{path.relative_to(site.resolve())}: {address}: {wrong}")
    return found


def _wrong(path: Path, tag: str, address: str, pages: dict[Path, Page]) -> str:
    parts = urlsplit(address)
    if parts.scheme == "data":
        return ""
    if parts.scheme or parts.netloc:
        return "" if tag in FOLLOWED else "loaded from elsewhere"
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return "no such file"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].anchors:
        return "no such heading"
    return ""


def main() -> None:
    """Print what is wrong, and fail if anything is."""
    site = Path(sys.argv[1])
    found = problems(site)
    print("\n".join(found) or f"No dead link in {len([*site.rglob('*.html')])} pages of {site}.")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
