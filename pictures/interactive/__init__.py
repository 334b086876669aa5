"""Pictures as self-contained pages: values under the pointer, zoom, and sliders."""

__all__ = ["linked", "page", "parts", "placing", "planes", "pointing", "traces"]
