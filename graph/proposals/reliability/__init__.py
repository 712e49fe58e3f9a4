"""How reliable extractors are: memories drawn for people, their marks, and what follows of them."""
