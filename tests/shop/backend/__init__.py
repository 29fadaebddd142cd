"""The shop's backend."""
