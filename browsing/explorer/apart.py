"""Draw pages one after the other on a separate thread, so that other requests are answered meanwhile.

Bokeh draws a page in the event loop, which takes half a second for a map with its cross-sections. With twenty
visitors even `/health` would wait for all of them.
"""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import panel as pn


def draw_apart(server: Any) -> None:
    """Draw all pages of a server on a separate thread.

    Parameters
    ----------
    server : Bokeh's server, not yet started
    """
    # One thread only, as the drawing code is not thread-safe.
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
            # Raises the thread's error here, where Bokeh reports it.
            draw(document)
            return
        drawn.discard(id(document))
        # From now on the event loop changes the document.
        pn.state._thread_id_[document] = threading.get_ident()

    # Bokeh waits for the first callback before it calls the second.
    application.on_session_created = on_session_created
    application.initialize_document = initialize_document
