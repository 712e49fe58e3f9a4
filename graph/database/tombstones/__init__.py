"""What keeps erased things from coming back: masks of text, and the ledger of erasures."""
