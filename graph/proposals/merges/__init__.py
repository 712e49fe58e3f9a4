"""Proposals to merge: find pairs, score them, let a person decide."""
