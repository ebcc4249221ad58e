"""What `rlve new` copies: an environment and its test, to be rewritten."""
