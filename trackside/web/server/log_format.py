"""The log of a server on standard error: as text, or as JSON with one object per line."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

TEXT, JSON = "text", "json"
FORMATS = (TEXT, JSON)


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON: time, level, logger, message, process, and the exception if any."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line of JSON."""
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            fields["stack"] = self.formatStack(record.stack_info)
        return json.dumps(fields, default=str)


def configure(log_format: str) -> None:
    """Send the log of this process to standard error: warnings of all libraries, and everything from Trackside."""
    handler = logging.StreamHandler(sys.stderr)
    if log_format == JSON:
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("trackside").setLevel(logging.INFO)
    logging.captureWarnings(log_format == JSON)
