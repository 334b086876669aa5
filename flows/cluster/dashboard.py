"""Dask's dashboard, made when somebody first opens it: its import takes half a second, in which every launch
would have its first answers later, for a page that is open hardly ever.
"""

from typing import Any

from distributed import LocalCluster
from distributed.http.routing import RoutingApplication
from tornado.web import Application, RequestHandler

from flows.extras import how_to_install, is_installed


def offer_dashboard(cluster: LocalCluster) -> None:
    """Answer the first request for a page of the dashboard by making it.

    Parameters
    ----------
    cluster : whose scheduler was started without one
    """
    scheduler: Any = cluster.scheduler
    pages: RoutingApplication = scheduler.http_application

    class Opening(RequestHandler):
        """What is asked for is there on the second try."""

        def get(self) -> None:
            """Make the dashboard in the place of this, and send whoever asks there."""
            if not is_installed("cluster"):
                self.finish(f"The dashboard needs Bokeh. Type: {how_to_install('cluster')}")
                return
            if waiting in pages.applications:
                from distributed.dashboard.scheduler import connect

                pages.applications.remove(waiting)
                connect(pages, scheduler.http_server, scheduler)  # type: ignore[no-untyped-call]
            self.redirect(self.request.uri or "/")

    waiting = Application([(".*", Opening)])
    pages.add_application(waiting)
