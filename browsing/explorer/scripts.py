"""Which of Bokeh's scripts a page loads. All of them are 4 MB, of which a page without formulas and a
graphics card needs 2 MB.
"""

from typing import Any

# Bokeh's names: figures and controls; Panel's own script starts only where there are tables, too.
NEEDED = ["bokeh", "bokeh-widgets", "bokeh-tables"]


def load_less(server: Any) -> None:
    """Let the pages of a server load only the scripts that they run.

    Parameters
    ----------
    server : Bokeh's server, not yet started
    """
    tornado = server._tornado
    all_of_them = tornado.resources
    tornado.resources = lambda url=None: all_of_them(url).clone(components=[*NEEDED])
