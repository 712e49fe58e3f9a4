"""Load many assertions at once, part by part, in order, restartable."""
