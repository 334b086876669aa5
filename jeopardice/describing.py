"""Attributes of an answer: how exact it is, what computed it, and how to cite it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import xarray as xr

    from solvers.questions.question import Question

AUTHORS = "the Jeopardice authors"
TITLE = "Jeopardice: exact solutions of jeopardy dice games"
YEAR = 2026


def described(dataset: "xr.Dataset", question: "Question") -> "xr.Dataset":
    """Add the certificate, the version of Jeopardice and a citation to a dataset's attributes.

    Parameters
    ----------
    dataset : of a case or of a sweep
    question : the question that it answers
    """
    from storage.attributes import flat
    from storage.provenance import versions

    attrs = dict(dataset.attrs)
    if "versions" not in attrs:
        attrs |= flat({"versions": versions()})
    own = question.certificate
    if own.name in dataset:
        attrs["certificate"] = float(dataset[own.name].max())
        attrs["certificate_meaning"] = f"Largest {own.long_name.removeprefix('largest ')}. {own.meaning}"
    attrs["jeopardice_version"] = versions().get("jeopardice", "unknown")
    attrs["citation"] = citation()
    return dataset.assign_attrs(attrs)


def citation() -> str:
    """Return a citation of this version, in one line.

    >>> citation()[:45]
    'the Jeopardice authors (2026). Jeopardice: ex'
    """
    from storage.provenance import versions

    return f"{AUTHORS} ({YEAR}). {TITLE}. Version {versions().get('jeopardice', 'unknown')}."
