"""The tiny model that comes with rlve, `training/tiny`: how it was made, and its training as a demonstration."""
