"""What is asked for, and done, with the ids of things that are somebody else's."""

from __future__ import annotations

WRITES = [
    (
        'assertBelief(input: {entity: $entity, attribute: "temper", value: "sad"}) { outcome }',
        "entity",
    ),
    (
        'assertBelief(input: {entityName: "Eve", attribute: "kin", target: $entity}) { outcome }',
        "target",
    ),
    ('retractBelief(input: {entity: $entity, attribute: "temper"}) { outcome }', "entity"),
    ('correctMemory(id: $memory, value: "sad", reason: "r") { outcome }', "id"),
    ("confirmMemory(id: $memory) { id }", "id"),
    ('revokeMemory(id: $memory, reason: "r") { id }', "id"),
]


def operation(kind: str, field: str, ids: dict[str, str]) -> tuple[str, dict[str, str]]:
    used = {name: wanted for name, wanted in ids.items() if f"${name}" in field}
    signature = ", ".join(f"${name}: ID!" for name in used)
    return f"{kind} {f'({signature})' if used else ''} {{ {field} }}", used
