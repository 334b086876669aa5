"""Pictures as pages that need nothing else: values under the pointer, zoom, and sliders."""

__all__ = ["linked", "page", "parts", "placing", "planes", "pointing", "traces"]
