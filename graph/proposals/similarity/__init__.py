"""Memories that are alike across slots: compared, judged by a model, left to a person."""
