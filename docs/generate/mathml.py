"""Formulas as MathML, which browsers draw by themselves: a page needs no script and no font from elsewhere.

An extension of Sphinx, named in `docs/conf.py`.
"""

import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

TAG = re.compile(r"\\tag\{([^}]*)\}")


def inline(translator: Any, node: nodes.math) -> None:
    """Write a formula within a line."""
    translator.body.append(convert(node.astext()))
    raise nodes.SkipNode


def displayed(translator: Any, node: nodes.math_block) -> None:
    """Write a formula of its own line, with its number, if it has one, at the right."""
    text = node.astext()
    numbers = TAG.findall(text)
    number = f'<span class="number">({numbers[0]})</span>' if numbers else ""
    formula = convert(TAG.sub("", text), display="block")
    translator.body.append(f'<div class="formula"><div class="scrolls">{formula}</div>{number}</div>\n')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx about the renderer."""
    app.add_html_math_renderer("mathml", inline_renderers=(inline, None), block_renderers=(displayed, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
