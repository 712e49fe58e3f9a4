"""The doors of the store: GraphQL over HTTP, the command line, and the worker behind them."""
