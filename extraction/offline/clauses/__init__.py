"""One clause: its draft, speech act, time and value."""
