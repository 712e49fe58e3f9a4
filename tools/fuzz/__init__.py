"""Parsers of texts from outside, by coverage."""
