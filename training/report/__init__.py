"""What a run folder says, read without torch, and a page of it that opens without a network."""
