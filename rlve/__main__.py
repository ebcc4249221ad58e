"""`python -m rlve`."""

import sys

from rlve_cli.main import main

if __name__ == "__main__":
    sys.exit(main())
