"""Candidates, windows, extractor capabilities, evidence spans: the types every reader shares."""
