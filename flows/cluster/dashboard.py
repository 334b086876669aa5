"""Dask's dashboard, created when somebody first opens it: importing it takes half a second, which would delay
the first answers of every launch for a page that is hardly ever opened.
"""

from typing import Any

from distributed import LocalCluster
from distributed.http.routing import RoutingApplication
from tornado.web import Application, RequestHandler

from flows.extras import how_to_install, is_installed


def offer_dashboard(cluster: LocalCluster) -> None:
    """Create the dashboard at the first request for one of its pages.

    Parameters
    ----------
    cluster : a cluster that was started without a dashboard
    """
    scheduler: Any = cluster.scheduler
    pages: RoutingApplication = scheduler.http_application

    class Opening(RequestHandler):
        """Creates the dashboard; the repeated request finds it."""

        def get(self) -> None:
            """Replace this page by the dashboard, and redirect the request to it."""
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
