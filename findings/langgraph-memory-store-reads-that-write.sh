#!/usr/bin/env bash
# langgraph-checkpoint 4.3.2, Python 3.11: langgraph.store.memory.InMemoryStore.
#
# Three things that its interface, BaseStore, does not say, and that a test written against the store
# in memory takes for given. Reading an item of a namespace that nobody has written to makes the
# namespace: list_namespaces lists it from then on. A namespace of which every item was deleted stays
# listed. And a second put of a key gives the item another created_at, the time of that put, so that
# created_at is never before updated_at.
#
# Exits with 1 if what was seen changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install langgraph-checkpoint==4.3.2

cat > "$folder/seen.py" <<'PYTHON'
import time

from langgraph.store.memory import InMemoryStore

store = InMemoryStore()
print("before:", store.list_namespaces())
print("read:", store.get(("shelf", "empty"), "book"), "then:", store.list_namespaces())

store = InMemoryStore()
store.put(("shelf", "full"), "book", {"pages": 1})
first = store.get(("shelf", "full"), "book")
time.sleep(0.05)
store.put(("shelf", "full"), "book", {"pages": 2})
second = store.get(("shelf", "full"), "book")
print("created anew:", second.created_at > first.created_at)

store.delete(("shelf", "full"), "book")
print("left:", store.search(("shelf",)), "listed:", store.list_namespaces())
PYTHON

seen=$("$folder/venv/bin/python" "$folder/seen.py")
printf '%s\n' "$seen"
[ "$seen" = "before: []
read: None then: [('shelf', 'empty')]
created anew: True
left: [] listed: [('shelf', 'full')]" ]
