"""Erasure: what is to go, its deletion, the proof that it is gone, and the receipt."""
