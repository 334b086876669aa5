"""A game in a terminal, line by line, so that it also works through a pipe and for a screen reader.

All that pictures show is also said in words; `plain` leaves the pictures out.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rich.console import Console

from playing import coach
from playing.choices import Choice, choices
from playing.closing import looked_back
from playing.drawing import drawn, ink
from playing.keys import ALWAYS, COACH, HELP, KEYS, QUIT, SAVE, WHY, chosen, listed
from playing.narrating import ended, standing, told
from playing.play import Play, Step
from playing.reasons import of_last_turn
from playing.state import YOU
from solvers.errors import InvalidRules
from solvers.wording.counts import some

# Common mistakes in typing, and the answers.
REMARKS = {
    "": "Type a key and Enter; ? lists the keys.",
    "h": "A turn opens with a roll: there is nothing to hold yet.",
    "u": "There is no undo.",
}
# Among many choices, the coach names at most this many.
NAMED = 3


@dataclass
class Session:
    """A person who plays a game in a terminal.

    Parameters
    ----------
    play : the game, updated as it goes on
    console : where it is shown
    read : function that returns the next typed line, without its end; None if there is none
    save : function of the game that saves it and returns where
    coaching : whether the coach speaks
    plain : whether pictures are left out
    """

    play: Play
    console: Console
    read: Callable[[], str | None]
    save: Callable[[Play], str]
    coaching: bool = True
    plain: bool = False
    _left: bool = field(default=False, init=False)

    def run(self) -> None:
        """Play until the game is over, or the person leaves."""
        self._tell(self.play.steps)
        while not self.play.over and not self._left:
            self._ask()
        if self.play.over:
            self._say("")
            self._say(ended(self.play), "bold")
            for line in looked_back(self.play, ink(self.console.encoding), self.console.width):
                self._say(line)

    def explain(self) -> None:
        """Explain the rules and the keys."""
        setup = self.play.match.setup
        self._say(setup.playable.says(setup.parameters))
        self._say("h hold and bank   r roll, toss or throw   a number: the choice with that number")
        for key, meaning in KEYS.items():
            self._say(f"{key} {meaning}")

    def _ask(self) -> None:
        """Read a line and act on it."""
        options = choices(self.play.match, self.play.state)
        self._say("")
        self._say(standing(self.play.match, self.play.state), "bold")
        self._offer(options)
        self.console.print("> ", end="", markup=False, style="bold")
        line = self.read()
        if line is None:
            self._left = True
            self._say("")
            return
        typed = line.strip().lower()
        option = chosen(options, typed)
        if option is not None:
            self._decide(option)
        else:
            self._other(typed)

    def _offer(self, options: Sequence[Choice]) -> None:
        """Show the choices, with their values if the coach speaks."""
        lines = listed(options)
        for line in lines[:-1]:
            self._say(line)
        fits = len(lines[-1]) + len(ALWAYS) + 3 <= self.console.width and len(lines) == 1
        for line in [f"{lines[-1]}   {ALWAYS}"] if fits else [lines[-1], ALWAYS]:
            self._say(line)
        if self.coaching and len(options) > 1:
            self._say(self._advice(options), "cyan")

    def _advice(self, options: Sequence[Choice]) -> str:
        """The values of the choices, the best first."""
        worths = coach.worths(self.play)
        best = coach.best(worths)
        ordered = sorted(options, key=lambda option: (option.place != best, -worths[option.place]))
        named = [
            f"{option.key if len(options) > 2 else option.short} {worths[option.place]:.4f}"
            for option in ordered[:NAMED]
        ]
        others = f", {some(len(ordered) - NAMED, 'other')} less" if len(ordered) > NAMED else ""
        return f"Coach: your chance to win is {', '.join(named)}{others}."

    def _decide(self, option: Choice) -> None:
        done = len(self.play.steps)
        self.play = self.play.move(option.place)
        loss = coach.judged(self.play, done).loss
        if self.coaching and loss:
            self._say(f"Coach: that cost {loss:.4f}.", "cyan")
        self._tell(self.play.steps[done:])

    def _other(self, typed: str) -> None:
        """Act on typed lines other than decisions."""
        if typed == COACH:
            self.coaching = not self.coaching
            self._say(f"The coach is {'on' if self.coaching else 'off'}.")
        elif typed == WHY:
            self._reason()
        elif typed == SAVE:
            self._save()
        elif typed == QUIT:
            self._left = True
        elif typed == HELP:
            self.explain()
        else:
            self._say(self._remark(typed))

    def _remark(self, typed: str) -> str:
        """The answer to a line that is no command."""
        if typed == "h" and not self.play.state.opens:
            return "You may not hold here. Go on."
        return REMARKS.get(typed, f"There is no {typed!r} here; ? lists the keys.")

    def _save(self) -> None:
        """Save the game; a failure does not end it."""
        try:
            self._say(self.save(self.play))
        except InvalidRules as error:
            self._say(str(error))

    def _reason(self) -> None:
        """Explain the opponent's last turn."""
        for reason in of_last_turn(self.play) or ["The opponent has not had a turn yet."]:
            self._say(reason)

    def _tell(self, steps: Iterable[Step]) -> None:
        """Describe what happened, and draw the dice."""
        for turn, sentence in told(self.play.match, list(steps)):
            self._draw(turn)
            self._say(sentence, "" if turn[0].player == YOU else "magenta")

    def _draw(self, turn: Sequence[Step]) -> None:
        """Draw dice: the person's, and those that the opponent threw one by one."""
        if self.plain:
            return
        thrower = self.play.match.thrower
        thrown = [step.faces for step in turn if step.faces]
        if turn[0].player == YOU or all(len(faces) == 1 for faces in thrown):
            faces = tuple(face for own in thrown for face in own)
            style = "" if turn[0].player == YOU else "magenta"
            for line in drawn(thrower.piece, faces, ink(self.console.encoding), self.console.width):
                self._say(line, style)

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(text, style=style, markup=False, highlight=False)
