#!/usr/bin/env bash
# llama-index-core 0.14.25, Python 3.11: llama_index.core.memory.Memory.
#
# The argument `input` of Memory.aget may be a text or a ChatMessage, by its annotation. A text is put
# behind the messages that every memory block is given, so that a block can look for what belongs to
# it. A ChatMessage is taken without an error or a warning, and no block ever sees it: what is looked
# for in its words is not found. Pass message.content instead.
#
# Exits with 1 if what was seen changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install llama-index-core==0.14.25

cat > "$folder/seen.py" <<'PYTHON'
import asyncio

from llama_index.core.llms import ChatMessage
from llama_index.core.memory import BaseMemoryBlock, Memory


class Listening(BaseMemoryBlock[str]):
    """A block that prints what it is asked with."""

    async def _aget(self, messages=None, **block_kwargs):
        print([message.content for message in messages or ()])
        return ""

    async def _aput(self, messages):
        pass


async def main():
    # Words are counted, so that no tokenizer is fetched.
    memory = Memory.from_defaults(
        session_id="one", memory_blocks=[Listening(name="ears")], tokenizer_fn=str.split
    )
    await memory.aget(input="where is the harbour")
    await memory.aget(input=ChatMessage(role="user", content="where is the harbour"))


asyncio.run(main())
PYTHON

seen=$("$folder/venv/bin/python" "$folder/seen.py" 2> "$folder/errors")
printf '%s\n' "$seen"
[ "$seen" = "['where is the harbour']
[]" ]
