"""A store whose lock file belongs to another user is refused in words."""

from storage.errors import Unwritable
from storage.locking import held
from tests.other_users import as_another, common_directory, needs_root


@needs_root
def test_lock__of_another_user_is_refused_in_words() -> None:
    with common_directory() as common:
        path = common / ".store.lock"
        path.touch(mode=0o600)

        def take() -> str:
            try:
                with held(path, "store", 1.0):
                    return "taken"
            except Unwritable as error:
                return str(error)

        assert as_another(take).startswith(f"store: its lock file belongs to another user ({path}).")
