"""Files in and out: JSON Lines, messages, exports, graph formats."""
