"""From the words of a command line to its command, importing as little as the answer needs."""
