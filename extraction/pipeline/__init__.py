"""From a recorded episode to decisions: propose, ground, resolve, gate, assert."""
