"""Few-shot examples that every model is shown: what answers get wrong most easily."""

from __future__ import annotations

from extraction.llm.examples.example import (
    Example,
    ExampleTurn,
    claim,
    organization,
    person,
    place,
    single_turn,
)

EXAMPLES = (
    single_turn("filler, pleasantry", "Mira", "Perfect, that did the trick, cheers!"),
    single_turn(
        "factual self-disclosure",
        "Jonas",
        "I taught at Halden School for six years, left in 2019. Papa is still there.",
        claim(
            "I taught at Halden School for six years, left in 2019",
            "works_at",
            organization("Halden School"),
            "Jonas worked at Halden School for six years, until 2019.",
            0.6,
            type="relation",
            start={"said": "for six years"},
            end={"said": "in 2019", "resolved": "2019"},
        ),
        claim(
            "Papa is still there",
            "works_at",
            organization("Halden School"),
            "Jonas's father works at Halden School.",
            0.5,
            type="relation",
            subject="Papa",
        ),
        said_at="2026-03-02 Monday",
    ),
    Example(
        "known information restated, and a change of what is known",
        (
            ExampleTurn(
                "Mira", "As I said, I'm vegetarian. But I live in Leuven now, not in Ghent."
            ),
        ),
        (
            {"confirms": "m1", "span": "I'm vegetarian"},
            claim(
                "I live in Leuven now",
                "lives_in",
                place("Leuven"),
                "Mira lives in Leuven, and no longer in Ghent.",
                0.8,
                ends="m2",
            ),
        ),
        (
            "<recent_memories>",
            "m1 | Mira | diet = vegetarian",
            "m2 | Mira | lives_in = Ghent",
            "</recent_memories>",
        ),
    ),
    single_turn(
        "specific event, list, conditional relation, passing opinion",
        "Jonas",
        "Second talk at Brekke Labs yesterday! If I sign, Solveig would be my lead. Lovely people.",
        claim(
            "Second talk at Brekke Labs yesterday",
            "interviewed_at",
            organization("Brekke Labs"),
            "Jonas had his second interview at Brekke Labs on 1 March 2026.",
            0.6,
            type="event",
            start={"said": "yesterday", "resolved": "2026-03-01"},
        ),
        claim(
            "If I sign, Solveig would be my lead",
            "manager",
            person("Solveig"),
            "Solveig would lead Jonas's team if he joined Brekke Labs.",
            0.3,
            type="relation",
            speech_act="hypothetical",
        ),
        said_at="2026-03-02 Monday",
    ),
    single_turn(
        "convention and constraint",
        "Mira",
        "Always keep your answers short, and never quote dollars.",
        claim(
            "Always keep your answers short",
            "answer_length",
            "short",
            "Mira always wants short answers.",
            0.85,
            type="preference",
            tags=["convention"],
        ),
        claim(
            "never quote dollars",
            "forbids",
            "quoting dollars",
            "Amounts must never be quoted to Mira in dollars.",
            0.85,
            type="preference",
            tags=["constraint"],
        ),
    ),
    single_turn(
        "another language, special category",
        "Lena",
        "Meine Schwester Inês ist seit März in Köln und verträgt keine Erdnüsse.",
        claim(
            "Meine Schwester Inês ist seit März in Köln",
            "lives_in",
            place("Köln"),
            "Lena's sister Inês has lived in Köln since March 2026.",
            0.6,
            subject="Meine Schwester Inês",
            start={"said": "seit März", "resolved": "2026-03"},
        ),
        claim(
            "verträgt keine Erdnüsse",
            "allergic_to",
            "peanuts",
            "Lena's sister Inês cannot tolerate peanuts.",
            0.85,
            subject="Meine Schwester Inês",
            category="health",
        ),
        said_at="2026-05-04 Monday",
    ),
)
