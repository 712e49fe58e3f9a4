"""A guided tour: a conversation, questions about it, answers that are checked."""
