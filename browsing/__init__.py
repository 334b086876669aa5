"""Pages for a browser: stores (`explorer`), a folder of plain files (`gallery`) and games (`play`)."""

__all__ = ["errors", "explorer", "gallery", "play", "templates"]
