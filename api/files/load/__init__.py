"""Load files of records or of an export, line by line."""
