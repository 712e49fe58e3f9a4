"""What is said of work that takes longer than one likes to wait."""

from __future__ import annotations

import asyncio

import pytest

from graph import progress
from graph.progress import tell_elapsed


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(progress, "TICK_S", 0.001)
    monkeypatch.setattr(progress, "PLAIN_EVERY_S", 0.0)


async def test_a_block_that_takes_long_says_how_long_it_has(monkeypatch, capsys):
    monkeypatch.setattr(progress, "QUIET_S", 0.0)
    said = ""
    async with tell_elapsed("erasing"), asyncio.timeout(20):
        while "erasing: " not in said:
            await asyncio.sleep(0.005)
            said += capsys.readouterr().err

    capsys.readouterr()
    await asyncio.sleep(0.02)
    assert capsys.readouterr().err == ""


async def test_a_block_that_is_soon_over_says_nothing(capsys):
    async with tell_elapsed("erasing"):
        await asyncio.sleep(0.02)

    assert capsys.readouterr().err == ""
