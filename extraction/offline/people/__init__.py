"""People in a conversation: subjects, ties, speakers, forms of address, dialogue."""
