"""What can go wrong with a call: one class for each kind of refusal."""

from __future__ import annotations

import json


class ProbityError(Exception):
    """An answer that is no success. `problems` has an entry for each thing that is wrong."""

    def __init__(self, status: int, problems: list[dict], request_id: str | None) -> None:
        told = [f"{each['parameter']}: {each['message']}" if each.get("parameter") else each["message"] for each in problems]
        super().__init__("; ".join(told) or f"the service answered {status}")
        self.status = status
        self.problems = problems
        self.request_id = request_id


class InvalidRequestError(ProbityError):
    """400 and 422: what was sent is wrong."""


class AuthenticationError(ProbityError):
    """401: the key or token is not valid."""


class PermissionDeniedError(ProbityError):
    """403: the key or account may not do it."""


class NotFoundError(ProbityError):
    """404: there is no such record."""


class ConflictError(ProbityError):
    """409: it exists already, or was decided meanwhile."""


class TooManyRequestsError(ProbityError):
    """429, after all retries."""


class UnavailableError(ProbityError):
    """5xx, after all retries."""


class ConnectionFailedError(Exception):
    """No answer came, after all retries."""


KINDS = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: InvalidRequestError,
    429: TooManyRequestsError,
}


def error_from(status: int, content: bytes, request_id: str | None) -> ProbityError:
    try:
        problems = json.loads(content).get("errors", [])
    except (ValueError, AttributeError):
        problems = [{"message": content.decode(errors="replace")[:500]}] if content else []
    kind = KINDS.get(status, UnavailableError if status >= 500 else ProbityError)
    return kind(status, problems, request_id)
