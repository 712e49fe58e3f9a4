"""How well it reads."""
