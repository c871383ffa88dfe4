"""Sentences, headings, marks and tables shared by all text interfaces."""

__all__: list[str] = []
