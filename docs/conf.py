"""How Sphinx makes the site from these pages: make docs."""

import re

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import gridlock

project = "Gridlock"
author = "The Gridlock maintainers"
version = release = gridlock.__version__
project_copyright = author

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
exclude_patterns = ["atlas", "examples"]

# Pages: Markdown that reads well on a code host, too.
myst_heading_anchors = 3
highlight_language = "text"  # of indented blocks, which are boards
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# The reference: one entry for each name, under the name that people import.
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 80
python_use_unqualified_type_names = True
nitpicky = True
nitpick_ignore = [("py:class", "AnyBoard"), ("py:class", "Words")]  # names that only the module knows
nitpick_ignore_regex = [  # other packages, whose inventories would have to be fetched
    ("py:class", r"(abc|collections|contextlib|datetime|enum|os|pathlib|random|threading|typing)\..*"),
    ("py:class", r"(numpy|np)\..*|NDArray|ArrayLike|DTypeLike"),
    ("py:class", r"(jax|Array$).*"),
]

html_theme = "furo"
html_title = "Gridlock"
html_logo = html_favicon = "../src/gridlock/web/page/icon.svg"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#2a5fd0", "color-brand-content": "#2a5fd0"},
    "dark_css_variables": {"color-brand-primary": "#7fb0ff", "color-brand-content": "#7fb0ff"},
}
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False

_ROOT_PAGE = re.compile(r"\]\(\.\./(CHANGELOG|CONTRIBUTING|SECURITY)\.md")


def link_within_the_site(app: Sphinx, docname: str, source: list[str]) -> None:
    """Lead links to the pages in the root of the repository to their copies in the site."""
    source[0] = _ROOT_PAGE.sub(lambda page: f"]({page[1].lower()}.md", source[0])


def drop_field_numbers(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Leave out what Python says about the fields of a named tuple that have no docstring."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def hide_factories(
    app: Sphinx,
    what: str,
    name: str,
    obj: object,
    options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Write an argument whose default is made by a function as optional."""
    return signature and signature.replace("<factory>", "..."), returns


def setup(app: Sphinx) -> None:
    """Register the hooks, and the drawings of the proofs and reductions."""
    app.connect("source-read", link_within_the_site)
    app.connect("autodoc-process-docstring", drop_field_numbers)
    app.connect("autodoc-process-signature", hide_factories)
    for drawing in ("form", "partners"):
        app.add_lexer(drawing, TextLexer)
