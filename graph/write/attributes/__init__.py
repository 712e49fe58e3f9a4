"""Definitions of attributes, and their claims brought into the slots that go with them."""
