"""`python -m trackside`."""

import sys

from trackside.cli import main

sys.exit(main())
