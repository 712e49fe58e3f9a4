# pyright: basic, reportMissingImports=false
"""The network of the learned reader: an encoder of six layers, and small heads over stretches.

The encoder is all-MiniLM-L6-v2. Each stretch of words is a vector of its ends, its middle and the
whole turn; from it come whether it is a value, which relation it stands in, which words of the turn
name that relation, whose it is, and whether it is denied or over.
"""

from __future__ import annotations

from pathlib import Path

import torch
import torch.nn.functional as F  # noqa: N812 -- as everybody calls it
from safetensors.torch import load_file
from torch import Tensor, nn

from extraction.learned.words import VALUE_WORDS_MAX

HIDDEN, LAYERS, HEADS = 384, 6, 12
VALUE, RELATION, POINTER = 256, 384, 96
GROUPS = 6
VOCABULARY, POSITIONS = 30_522, 512
DROPOUT, HEAD_DROPOUT = 0.1, 0.25
# Whose a value is: the speaker's, somebody's who is not named in the turn, then the turn's words.
ELSEWHERE = 1
NOWHERE = -1e4

_PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "first_norm": "attention.output.LayerNorm",
    "inner": "intermediate.dense",
    "outer": "output.dense",
    "second_norm": "output.LayerNorm",
}


class Layer(nn.Module):
    """One layer of the encoder."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(HIDDEN, HIDDEN) for _ in range(4))
        self.first_norm, self.second_norm = (nn.LayerNorm(HIDDEN, eps=1e-12) for _ in range(2))
        self.inner, self.outer = nn.Linear(HIDDEN, 4 * HIDDEN), nn.Linear(4 * HIDDEN, HIDDEN)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """Return the next layer's states."""
        texts, tokens, _ = states.shape

        def heads(each: Tensor) -> Tensor:
            return each.view(texts, tokens, HEADS, HIDDEN // HEADS).transpose(1, 2)

        query, key, value = (heads(one(states)) for one in (self.query, self.key, self.value))
        weights = query @ key.transpose(2, 3) / (HIDDEN // HEADS) ** 0.5 + mask
        seen = (torch.softmax(weights, -1) @ value).transpose(1, 2).reshape(texts, tokens, HIDDEN)
        states = self.first_norm(states + self.drop(self.out(seen)))
        return self.second_norm(states + self.drop(self.outer(F.gelu(self.inner(states)))))


class Encoder(nn.Module):
    """BERT's encoder, with the weights of all-MiniLM-L6-v2."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, HIDDEN)
        self.positions = nn.Embedding(POSITIONS, HIDDEN)
        self.segments = nn.Embedding(2, HIDDEN)
        self.norm, self.drop = nn.LayerNorm(HIDDEN, eps=1e-12), nn.Dropout(DROPOUT)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))

    def forward(self, tokens: Tensor, segments: Tensor, mask: Tensor) -> Tensor:
        """Return the states of tokens: texts x tokens x hidden."""
        places = torch.arange(tokens.shape[1], device=tokens.device)[None]
        states = self.words(tokens) + self.positions(places) + self.segments(segments)
        states = self.drop(self.norm(states))
        hidden = (1.0 - mask[:, None, None, :].to(states.dtype)) * NOWHERE
        for layer in self.layers:
            states = layer(states, hidden)
        return states

    def load(self, folder: Path) -> None:
        """Take the weights that the model's makers published."""
        saved = load_file(str(folder / "model.safetensors"))
        saved = {name.removeprefix("bert."): weights for name, weights in saved.items()}
        names = {
            "words.weight": "embeddings.word_embeddings.weight",
            "positions.weight": "embeddings.position_embeddings.weight",
            "segments.weight": "embeddings.token_type_embeddings.weight",
            "norm.weight": "embeddings.LayerNorm.weight",
            "norm.bias": "embeddings.LayerNorm.bias",
        }
        for number in range(LAYERS):
            for mine, theirs in _PARTS.items():
                for part in ("weight", "bias"):
                    theirs_at = f"encoder.layer.{number}.{theirs}.{part}"
                    names[f"layers.{number}.{mine}.{part}"] = theirs_at
        self.load_state_dict({mine: saved[theirs] for mine, theirs in names.items()})


class Stretches(nn.Module):
    """Vectors of stretches of words: their ends, their middle, their length, the whole turn."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.start, self.end, self.middle, self.turn = (nn.Linear(HIDDEN, size) for _ in range(4))
        self.length = nn.Embedding(VALUE_WORDS_MAX + 1, size)
        self.group = nn.Embedding(GROUPS, size)
        nn.init.zeros_(self.group.weight)
        self.hidden, self.drop = nn.Linear(size, size), nn.Dropout(HEAD_DROPOUT)

    def forward(
        self, turn: Tensor, first: Tensor, last: Tensor, spans: tuple[Tensor, Tensor], group: Tensor
    ) -> Tensor:
        """Return texts x stretches x size."""
        starts, ends = spans
        length = (ends - starts).clamp(min=1, max=VALUE_WORDS_MAX)
        middle = self.middle((first + last) / 2)
        sums = F.pad(middle.cumsum(1), (0, 0, 1, 0))
        vectors = (
            at(self.start(first), starts)
            + at(self.end(last), ends - 1)
            + (at(sums, ends) - at(sums, starts)) / length[:, :, None]
            + self.turn(turn)[:, None]
            + self.length(length)
            + self.group(group)[:, None]
        )
        return self.drop(F.gelu(self.hidden(self.drop(F.gelu(vectors)))))


def at(states: Tensor, places: Tensor) -> Tensor:
    """Return the states at some places: texts x places x size."""
    return torch.gather(states, 1, places[:, :, None].expand(-1, -1, states.shape[2]))


class Network(nn.Module):
    """The reader: what it says of each stretch of words, as logits."""

    def __init__(self, names: Tensor) -> None:
        super().__init__()
        self.encoder = Encoder()
        self.values, self.relations = Stretches(VALUE), Stretches(RELATION)
        self.is_value = nn.Linear(VALUE, 1)
        self.register_buffer("names", names)
        self.near = nn.Linear(RELATION, HIDDEN)
        self.scale = nn.Parameter(torch.tensor(10.0))
        self.low, self.free = nn.Linear(RELATION, 96), nn.Linear(96, len(names))
        self.name_query, self.name_key = nn.Linear(RELATION, POINTER), nn.Linear(HIDDEN, POINTER)
        self.who_query, self.who_key = nn.Linear(RELATION, POINTER), nn.Linear(HIDDEN, POINTER)
        self.who_else, self.forms = nn.Linear(RELATION, 2), nn.Linear(RELATION, 2)
        nn.init.constant_(self.is_value.bias, -4.0)
        nn.init.zeros_(self.free.weight)
        nn.init.constant_(self.free.bias, -5.0)

    def read(
        self, tokens: Tensor, segments: Tensor, mask: Tensor, first: Tensor, last: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return the states of the turn, and of each word's first and last token."""
        states = self.encoder(tokens, segments, mask)
        return states[:, 0], at(states, first), at(states, last)

    def relate(self, vectors: Tensor, words: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return what is said of stretches.

        These are the logits of the relations' names, of the words that name it, of whose it is, and
        of its being denied and over; texts x stretches x each.
        """
        near = F.normalize(self.near(vectors), dim=-1) @ self.names.T
        names = self.scale * near + self.free(self.low(vectors))
        size = POINTER**0.5
        naming = self.name_query(vectors) @ self.name_key(words).transpose(1, 2) / size - 3
        whose = self.who_query(vectors) @ self.who_key(words).transpose(1, 2) / size
        whose = torch.cat([self.who_else(vectors), whose], -1)
        return names, naming, whose, self.forms(vectors)
