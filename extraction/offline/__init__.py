"""The extractor without a language model, on a dependency parse."""
