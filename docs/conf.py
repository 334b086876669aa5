"""How Sphinx builds the site of these pages: `make docs`."""

import importlib.metadata
import logging
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "generate"))

project = "Jeopardice"
author = "the Jeopardice authors"
copyright = "the Jeopardice authors"
release = importlib.metadata.version("jeopardice")

extensions = ["myst_nb", "mathml"]
exclude_patterns = ["generate", "jupyter", "Thumbs.db"]
highlight_language = "none"
nitpicky = True

# The same Markdown reads well in a code browser: `$...$`, ```math, and links to headings.
myst_enable_extensions = ["dollarmath"]
myst_fence_as_directive = ["math"]
myst_heading_anchors = 4
# Files beside the pages, such as configs, are copied into the site.
myst_all_links_external = False

# Pages that begin with a `kernelspec` are notebooks. Each build runs them, in an empty folder.
nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_timeout = 300
# An error ends the build, and so does a warning: the kernel's file makes it one.
nb_execution_raise_on_error = True
os.environ["JUPYTER_PATH"] = str(Path(__file__).parent / "jupyter")
# That a notebook is run is no news.
logging.getLogger("traitlets").setLevel(logging.WARNING)
# What a first answer compiles is said there.
nb_output_stderr = "remove"
nb_merge_streams = True
html_math_renderer = "mathml"

html_theme = "furo"
html_title = f"Jeopardice {release}"
html_static_path = ["assets"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
