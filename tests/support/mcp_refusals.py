"""The form of what MCP tools refuse, and for each tool arguments that it takes."""

from __future__ import annotations

import re

# CODE (argument): what is wrong. What to do.
TOLD = re.compile(r"[A-Z_]+(?: \(\w+\))?: [^\n]+\.")
INTERNAL = re.compile(
    r"pydantic|validation error|Traceback|type=|input_value|Arguments\b|Error executing|Resolver"
    r"|errors\.pydantic|\bapi\.|\bgraph\.|Variable '|[a-z]+[A-Z][a-z]+\b"
)
GOOD = {
    "recall": {"query": "Where does Ana work?"},
    "beliefs": {"entity": "Ana"},
    "timeline": {"entity": "Ana"},
    "history": {"entity": "Ana", "attribute": "job_title"},
    "diff": {"entity": "Ana"},
    "related": {"entity": "Ana"},
    "why": {"recall": "r_00000000000000000000", "memory": "m_00000000000000000000"},
    "job": {"job_id": "j_00000000000000000000"},
    "contradictions": {},
    "store_memory": {"text": "Ana is a nurse."},
    "retract": {"entity": "Ana", "attribute": "job_title"},
    "correct": {"memory": "m_00000000000000000000", "value": "nurse", "reason": "x"},
    "resolve_contradiction": {"contradiction": "c_00000000000000000000"},
    "consolidate_memories": {"topic": "work"},
    "forget": {"subject": "e_00000000000000000000", "reason": "x"},
}
