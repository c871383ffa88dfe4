"""Telling: the sentences, headings, marks and tables that every interface made of text shares."""

__all__: list[str] = []
