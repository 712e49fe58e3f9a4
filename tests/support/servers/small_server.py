"""Servers of a test's own are small and start quickly."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def small_and_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little memory, and no second compiler: that pays off after minutes only."""
    monkeypatch.setenv("DOXA_NEO4J_HEAP_MB", "400")
    monkeypatch.setenv("DOXA_NEO4J_PAGECACHE_MB", "64")
    monkeypatch.setenv("DOXA_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")
    monkeypatch.delenv("DOXA_NEO4J_PORT", raising=False)
