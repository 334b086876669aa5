"""Pages are drawn on a thread of their own, one after the other, while everything else is answered.

Bokeh draws a page in the loop that answers requests, which takes half a second for a plane with its
cross-sections: with twenty visitors even `/health` would wait for all of them.
"""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import panel as pn


def draw_apart(server: Any) -> None:
    """Have all pages of a server drawn so.

    Parameters
    ----------
    server : of Bokeh, not yet started
    """
    # One at a time: what draws is not written for several threads at once.
    drawer = ThreadPoolExecutor(1, thread_name_prefix="draw")
    for context in server._tornado.applications.values():
        _draw_apart(context.application, drawer)


def _draw_apart(application: Any, drawer: ThreadPoolExecutor) -> None:
    created, draw = application.on_session_created, application.initialize_document
    drawn: set[int] = set()

    async def on_session_created(context: Any) -> None:
        await created(context)
        document, own = context._document, copy_context()
        await asyncio.get_running_loop().run_in_executor(drawer, own.run, draw, document)
        drawn.add(id(document))

    def initialize_document(document: Any) -> None:
        if id(document) not in drawn:
            # What went wrong on the thread goes wrong here, where Bokeh says it.
            draw(document)
            return
        drawn.discard(id(document))
        # From now on it is the loop that changes it.
        pn.state._thread_id_[document] = threading.get_ident()

    # Bokeh waits for the former before it calls the latter.
    application.on_session_created = on_session_created
    application.initialize_document = initialize_document
