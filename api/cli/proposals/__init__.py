"""Commands about what is proposed to people: merges and conventions."""
