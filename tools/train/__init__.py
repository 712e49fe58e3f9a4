"""How the learned reader's model is made."""
