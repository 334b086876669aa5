"""`jeopardice thumb GAME turns=N rule=TEXT`: in words, what a rule of thumb loses for a player alone."""

from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from flows.commands.thumb.regions import regions_as_json, regions_table
from flows.commands.thumb.titles import told_goal
from flows.compiling.answering import answered
from flows.terminal.how_long import say_how_long
from flows.terminal.printed_json import print_json
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from solvers.thumb.alone.evaluation import EvaluationAlone
from solvers.wording.counts import some

console = Console(highlight=False)


def say_alone(question: Question, parameters: dict[str, Value], rule: str, as_json: bool) -> None:
    """Print the chances of a rule and of optimal play, the rule's loss, and in which regions it occurs.

    Parameters
    ----------
    question : a question about rules of thumb for a player alone
    parameters : all of its parameters
    rule : the rule with its numbers
    as_json : whether to print everything as JSON
    """
    say_how_long(question, parameters)
    found: EvaluationAlone = answered(question, parameters)
    if as_json:
        print_json(_document(question, parameters, rule, found))
        return
    goal = told_goal(found.rule.goal, question.parameter("goal").unit)
    contest = f"{found.turn.name}, alone, to {goal} within {some(found.rule.turns, 'turn')}."
    console.print(f"[bold]{escape(rule)}[/]", soft_wrap=True)
    console.print(f"{escape(contest)}\n", soft_wrap=True)
    table = Table(box=None, pad_edge=False)
    table.add_column("reaches the goal")
    table.add_column("chance", justify="right", no_wrap=True)
    table.add_row("by this rule", f"{found.rule_value[-1, 0]:.6f}")
    table.add_row("by optimal play", f"{found.value[-1, 0]:.6f}")
    console.print(table)
    console.print(
        f"\nIt costs {100 * found.loss:.4g} percentage points against optimal play.\nIt decides"
        f" {found.decisions:.1f} times a game; {found.right_decisions:.1%} of its decisions are right."
        f" Residual {found.residual:.0e}.",
        soft_wrap=True,
    )
    if found.regions:
        console.print()
        console.print(regions_table(found.regions))


def _document(
    question: Question, parameters: dict[str, Value], rule: str, found: EvaluationAlone
) -> dict[str, Any]:
    return {
        "question": question.name,
        "version": question.version,
        "parameters": parameters,
        "rule": rule,
        "outputs": {output.name: output.read(found).item() for output in question.outputs if not output.dims},
        "regions": regions_as_json(question, found.regions, ("turn_total", "banked", "turns_left")),
    }
