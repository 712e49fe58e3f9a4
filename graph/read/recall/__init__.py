"""Recall: the beliefs that matter to a question, or none; explained afterwards."""
