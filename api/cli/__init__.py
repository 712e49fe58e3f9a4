"""The command line: the program, one module for each group of commands."""
