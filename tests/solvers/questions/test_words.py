"""What a plot writes at its axes: two or three words and a unit, and a sentence for whoever wonders."""

from solvers.catalog import QUESTIONS
from solvers.questions.question import Question
from storage.schema import RECORD, attributes
from tests.each import of_each


@of_each(QUESTIONS)
def test_words__are_two_or_three_with_a_sentence(question: Question) -> None:
    for named in (*question.outputs, *question.dimensions, *question.parameters):
        assert 2 <= len(named.long_name.split()) <= 3, (named.name, named.long_name)
        assert named.meaning.endswith("."), (named.name, named.meaning)


@of_each(QUESTIONS)
def test_flags__are_one_word_each_as_a_dataset_lists_them(question: Question) -> None:
    for output in question.outputs:
        assert len(" ".join(output.flags).split()) == len(output.flags), (output.name, output.flags)


def test_words__of_the_record_are_two_or_three() -> None:
    for variable in RECORD:
        assert 2 <= len(variable.long_name.split()) <= 3, variable.long_name


def test_units__of_pure_numbers_are_left_out_so_that_no_plot_writes_them() -> None:
    output = QUESTIONS["race.pig"].output("value")
    assert "units" not in attributes(output)
    assert attributes(QUESTIONS["race.pig"].output("hold_at"))["units"] == "points"


@of_each(QUESTIONS)
def test_pictures__show_outputs_that_there_are(question: Question) -> None:
    names = [picture.name for picture in question.all_pictures]
    assert len(set(names)) == len(names)
    known = {named.name for named in (*question.dimensions, *question.parameters)}
    for picture in question.all_pictures:
        assert question.output(picture.output)
        assert set(picture.dims) <= known
        assert {dim for dim, _ in picture.words} <= set(picture.dims)
        assert not picture.chance or question.output(picture.chance)
