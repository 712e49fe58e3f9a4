"""The chart parser of time expressions, with its tables."""
