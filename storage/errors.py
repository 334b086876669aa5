"""Errors of stores; each is also a built-in exception and can be pickled."""


class StoreError(Exception):
    """Any failure that the storage code foresees."""


class StoreNotFound(StoreError, FileNotFoundError):
    """There is no store at that address."""


class NotAStore(StoreError, ValueError):
    """There is something else at that address, or the address is invalid."""


class Unwritable(StoreError, OSError):
    """A disk is full or cannot be written to; another attempt would fail, too."""


class UnsafeStore(StoreError, RuntimeError):
    """The object store ignores conditional writes, so two launchers would lose each other's commits."""


class StoreLocked(StoreError, TimeoutError):
    """Another process held the store's lock for too long."""


class StoreChanged(StoreError, RuntimeError):
    """Another run has changed the layout of the sweep, so indices have moved: plan again."""


class NewerStore(StoreError, RuntimeError):
    """A newer Jeopardice wrote this in a format that this version does not know."""


class AnsweredByNewer(StoreError, RuntimeError):
    """A newer solver stored these answers; an older one must not replace them."""


class LayoutMismatch(StoreError, ValueError):
    """Two layouts cannot be combined in one sweep."""


class NotInStore(StoreError, LookupError):
    """A sweep, a variable, an axis, a label or a snapshot that the store does not have."""


class DoesNotFit(StoreError, ValueError):
    """Values or records that do not fit the layout."""
