"""Reinforcement learning for language models on adaptive, verifiable environments."""
