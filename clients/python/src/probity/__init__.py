"""The client of Probity."""

from .client import Probity
from .errors import (
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    ProbityError,
    TooManyRequestsError,
    UnavailableError,
)
from .retries import Retries
from .webhooks import WebhookSignatureError, verify_webhook

__all__ = [
    "AuthenticationError",
    "ConflictError",
    "ConnectionFailedError",
    "InvalidRequestError",
    "NotFoundError",
    "PermissionDeniedError",
    "Probity",
    "ProbityError",
    "Retries",
    "TooManyRequestsError",
    "UnavailableError",
    "WebhookSignatureError",
    "verify_webhook",
]
