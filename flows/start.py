"""Where the `jeopardice` command begins, before anything else is loaded.

Ctrl-C while modules are loaded, which takes a tenth of a second, ends the process at once and in silence. By
default it would end in a traceback from wherever Python is.
"""

import signal


def main() -> None:
    """Load the command, and run it."""
    usual = signal.getsignal(signal.SIGINT)
    # Ignored, as under nohup, it stays so.
    if usual is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from flows.cli import main as command

    if usual is signal.default_int_handler:
        signal.signal(signal.SIGINT, usual)
    command()
