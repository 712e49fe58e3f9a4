"""A small encoder that was trained on labelled turns, and proposes facts beside the rules."""
