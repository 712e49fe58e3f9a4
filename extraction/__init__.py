"""Text in, judged candidates out: what a message claims, and whether it may be believed.

Nothing leaves this package without the exact characters of a source that support it.
"""
