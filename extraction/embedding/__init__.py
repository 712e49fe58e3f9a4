"""Texts to vectors: the port, ONNX, torch, the backfill."""
