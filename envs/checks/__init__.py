"""The rules of the checker (envs/checker.py): what is read, what is drawn, what is judged."""
