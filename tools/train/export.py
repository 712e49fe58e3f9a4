# pyright: basic, reportMissingImports=false
"""Writes the network as one ONNX graph with weights of eight bits."""

from __future__ import annotations

import json
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from extraction.embedding.embedder import digest
from tools.train.network import Network

# As whom it labels: who wrote the turns that hold most of what it learned from.
GROUP = 3
INPUTS = ("tokens", "segments", "first", "last", "starts", "ends")
OUTPUTS = ("values", "names", "naming", "whose", "forms")
NAMES = "relations"


class Served(nn.Module):
    """The network as it is asked at work: one turn, likelihoods instead of logits."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        tokens: Tensor,
        segments: Tensor,
        first: Tensor,
        last: Tensor,
        starts: Tensor,
        ends: Tensor,
    ) -> tuple[Tensor, ...]:
        """Return what is said of each stretch."""
        turn, first, last = self.network.read(
            tokens, segments, torch.ones_like(tokens), first, last
        )
        group = torch.full_like(tokens[:, 0], GROUP)
        spans = starts, ends
        values = self.network.is_value(self.network.values(turn, first, last, spans, group))
        vectors = self.network.relations(turn, first, last, spans, group)
        names, naming, whose, forms = self.network.relate(vectors, last)
        return (
            torch.sigmoid(values)[0, :, 0],
            torch.sigmoid(names)[0],
            torch.sigmoid(naming)[0],
            torch.softmax(whose, -1)[0],
            torch.sigmoid(forms)[0],
        )


def export(network: Network, names: list[str], folder: Path) -> None:
    """Write ``reader.onnx`` into a folder, with the names of relations in it."""
    whole, small = folder / "whole.onnx", folder / "reader.onnx"
    tokens, words, spans = 48, 40, 90
    given = (
        torch.randint(1000, 20_000, (1, tokens)),
        torch.zeros(1, tokens, dtype=torch.long),
        torch.arange(1, words + 1)[None],
        torch.arange(1, words + 1)[None],
        torch.randint(0, 20, (1, spans)),
        torch.randint(21, 28, (1, spans)),
    )
    sizes = [torch.export.Dim(name, min=2, max=3000) for name in ("t", "w", "s")]
    shapes = tuple({1: sizes[at // 2]} for at in range(len(INPUTS)))
    program = torch.onnx.export(
        Served(network).eval(),
        given,
        dynamic_shapes=shapes,
        input_names=INPUTS,
        output_names=OUTPUTS,
        dynamo=True,
    )
    assert program is not None
    program.save(str(whole))
    model = onnx.load(whole)
    # The weights of eight bits lie the other way round, which the shapes as written contradict.
    model.graph.ClearField("value_info")
    onnx.save(model, whole)
    quantize_dynamic(whole, small, weight_type=QuantType.QInt8, per_channel=True)
    model = onnx.load(small)
    onnx.helper.set_model_props(model, {NAMES: json.dumps(names)})
    onnx.save(model, small)
    print(f"{small}: {small.stat().st_size / 1e6:.1f} MB, SHA-256 {digest(small)}")
