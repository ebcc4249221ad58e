"""Measurements, run by hand: nothing here is installed, and no test looks at a clock."""
