"""The keys that Dask's settings name, for a cluster of others that lets in only those who have them."""

from distributed import Security

from solvers.errors import InvalidRules

BEGIN = "DASK_DISTRIBUTED__COMM__TLS__"
REMEDY = f"Set {BEGIN}CA_FILE, {BEGIN}CLIENT__CERT and {BEGIN}CLIENT__KEY to its files."


def refuse_without_keys(address: str) -> None:
    """Refuse a cluster whose keys no setting names, or whose keys cannot be read.

    Parameters
    ----------
    address : of its scheduler, beginning with tls://

    Raises
    ------
    InvalidRules
        with the settings that name them
    """
    try:
        context = Security().get_connection_args("client")["ssl_context"]  # type: ignore[no-untyped-call]
    except OSError as error:
        found = error.strerror or str(error)
        raise InvalidRules(
            f"Cannot read the keys for the Dask cluster at {address}: {found}. {REMEDY}"
        ) from None
    if context is None:
        raise InvalidRules(f"The Dask cluster at {address} lets in only those who have its keys. {REMEDY}")
