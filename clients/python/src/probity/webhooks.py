"""Checks that a webhook call is from the service (Standard Webhooks) and recent."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Mapping


class WebhookSignatureError(Exception):
    """The call is not signed with the secret, or too old, or the secret is empty."""


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str, *, tolerance: float = 300, now: float | None = None) -> dict[str, Any]:
    """The event of a call. `body` is the raw body, as it arrived."""
    named = {name.lower(): value for name, value in headers.items()}
    event_id, sent_at, signatures = (named.get(f"webhook-{part}", "") for part in ("id", "timestamp", "signature"))
    if not event_id or not sent_at or not signatures:
        raise WebhookSignatureError("the call has no signature")
    if not sent_at.isdigit() or abs((time.time() if now is None else now) - int(sent_at)) > tolerance:
        raise WebhookSignatureError("the call is too old, or of another time")
    key = _key_of(secret)
    # With an empty key anybody could sign.
    if not key:
        raise WebhookSignatureError("the secret is empty")
    signed = f"{event_id}.{sent_at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(each.encode(), expected.encode()) for each in signatures.split(" ")):
        raise WebhookSignatureError("the signature is not of this secret")
    return json.loads(body)


def _key_of(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix("whsec_")) if secret.startswith("whsec_") else secret.encode()
