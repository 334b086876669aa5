"""Pages for a browser: stores on loopback (`explorer`), a folder of plain files (`gallery`), games (`play`)."""

__all__ = ["errors", "explorer", "gallery", "play", "templates"]
