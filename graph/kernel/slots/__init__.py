"""The write kernel: lock, open, compute, diff and commit one slot or many."""
