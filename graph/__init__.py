"""The bi-temporal store: claims and beliefs in Neo4j, and nothing of models, HTTP or prompts.

It promises that what was recorded stays readable at its own system time, that a slot holds at
most one belief at any point of both axes, and that no answer crosses a tenant.
"""
