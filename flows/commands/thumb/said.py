"""`jeopardice thumb GAME rule=TEXT`, also with busts=3 or tie=first: a rule's chances to win, its loss, and
in which regions it occurs.
"""

from rich.console import Console
from rich.markup import escape

from flows.commands.thumb.chances import chances_table
from flows.commands.thumb.regions import SIDES, regions_as_json, regions_table
from flows.commands.thumb.titles import in_equal_turns, in_streak, in_turn
from flows.compiling.answering import answered
from flows.terminal.how_long import say_how_long
from flows.terminal.printed_json import print_json
from solvers.contests.contest import EQUAL_TURNS, STREAK
from solvers.contests.tie import Tie
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from solvers.streak.question import rule_of
from solvers.thumb.equal_turns.evaluation import EqualTurnsEvaluation
from solvers.thumb.evaluation import Evaluation
from solvers.thumb.streak.evaluation import StreakEvaluation

console = Console(highlight=False)


def say_chances(question: Question, parameters: dict[str, Value], rule: str, as_json: bool) -> None:
    """Print a rule's chances to win, its loss, and in which regions it occurs.

    Parameters
    ----------
    question : a question about rules of thumb in a contest of two
    parameters : all of its parameters
    rule : the rule with its numbers
    as_json : whether to print everything as JSON
    """
    say_how_long(question, parameters)
    found: Evaluation | StreakEvaluation | EqualTurnsEvaluation = answered(question, parameters)
    if as_json:
        outputs = {
            output.name: output.read(found).tolist()
            for output in question.outputs
            if output.dims in ((), ("seat",))
        }
        about = {"question": question.name, "version": question.version, "parameters": parameters}
        regions = regions_as_json(question, found.regions, SIDES)
        print_json({**about, "rule": rule, "outputs": outputs, "regions": regions})
        return
    console.print(f"[bold]{escape(rule)}[/]", soft_wrap=True)
    contest = _contest(question, parameters, found.rule.turn.name)
    console.print(f"{contest}.\n", soft_wrap=True)
    console.print(chances_table(question, found))
    console.print(
        f"\nIt costs {100 * found.loss:.4g} percentage points against optimal play,\n"
        f"{100 * found.loss_to_reply:.4g} against its best reply.\nIt decides {found.decisions:.1f} times a"
        f" game; {found.right_decisions:.1%} of its decisions are right. Residual {found.residual:.0e}.",
        soft_wrap=True,
    )
    if found.regions:
        console.print()
        console.print(regions_table(found.regions))


def _contest(question: Question, parameters: dict[str, Value], name: str) -> str:
    """The contest in words."""
    goal, unit = int(parameters["goal"]), question.parameter("goal").unit
    if question.contest == STREAK:
        return in_streak(name, goal, rule_of(parameters), unit)
    if question.contest == EQUAL_TURNS:
        return in_equal_turns(name, goal, Tie(int(parameters["tie"])), unit)
    return in_turn(name, goal, unit)
