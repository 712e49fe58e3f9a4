"""Canonical forms of names and literals: texts, numbers, quantities, dates, periods."""
