"""Dask's dashboard is there for whoever asks, and made only then."""

from urllib.error import HTTPError

import pytest

from flows.cluster.local_cluster import local_cluster
from tests.processes import direct


@pytest.mark.long
def test_dashboard__is_made_on_the_first_request() -> None:
    cluster = local_cluster(1)
    try:
        link = cluster.dashboard_link
        pages = cluster.scheduler.http_application.applications
        (waiting,) = pages
        for page in ("/status", "/workers", "/"):
            with direct.open(link.replace("/status", page)) as answer:
                assert answer.status == 200
                assert "Bokeh" in answer.read().decode()
        assert waiting not in pages
        with pytest.raises(HTTPError, match="404") as found:
            direct.open(link.replace("/status", "/nothing"))
        found.value.close()
    finally:
        cluster.close(timeout=5)
