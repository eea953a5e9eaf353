"""Sends a request again where that helps: after 429, after 503, and when no answer came.

Every POST has an Idempotency-Key, which all tries share, so that the work is done once.
"""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Awaitable, Callable

import httpx

from .errors import ConnectionFailedError, error_from


@dataclass(frozen=True)
class Retries:
    """`retries`: tries after the first. `backoff`: seconds before the first of them, doubled each time; `Retry-After` goes before it."""

    retries: int = 4
    backoff: float = 0.5
    longest_wait: float = 60.0
    wait: Callable[[float], None] = field(default=time.sleep)
    wait_async: Callable[[float], Awaitable[None]] = field(default=asyncio.sleep)

    def pause(self, tried: int) -> float:
        return min(self.longest_wait, self.backoff * 2**tried * (0.5 + random.random() / 2))

    def after_answer(self, response: httpx.Response, tried: int) -> float | None:
        """Seconds to wait before the next try; None: the answer stands."""
        if response.status_code not in (429, 503) or tried >= self.retries:
            return None
        asked = retry_after(response.headers.get("retry-after"))
        if asked is None:
            return self.pause(tried)
        return asked if asked <= self.longest_wait else None

    def after_failure(self, request: httpx.Request, error: httpx.TransportError, tried: int) -> float:
        if isinstance(error, (httpx.LocalProtocolError, httpx.UnsupportedProtocol)):
            raise ConnectionFailedError(f"the request could not be sent: {error}") from error
        if tried >= self.retries or request.method == "PATCH":
            raise ConnectionFailedError(f"no answer from {request.url.scheme}://{request.url.netloc.decode()}") from error
        return self.pause(tried)


def retry_after(value: str | None) -> float | None:
    """Seconds, or a date."""
    if value is None:
        return None
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None


def keyed(request: httpx.Request) -> None:
    if request.method == "POST" and "idempotency-key" not in request.headers:
        request.headers["Idempotency-Key"] = str(uuid.uuid4())


class RetryingTransport(httpx.BaseTransport):
    def __init__(self, retries: Retries, inner: httpx.BaseTransport | None = None) -> None:
        self._retries = retries
        self._inner = inner or httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        keyed(request)
        tried = 0
        while True:
            try:
                response = self._inner.handle_request(request)
                seconds = self._retries.after_answer(response, tried)
                if seconds is None:
                    return refused(response)
                response.close()
            except httpx.TransportError as error:
                seconds = self._retries.after_failure(request, error, tried)
            self._retries.wait(seconds)
            tried += 1

    def close(self) -> None:
        self._inner.close()


class AsyncRetryingTransport(httpx.AsyncBaseTransport):
    def __init__(self, retries: Retries, inner: httpx.AsyncBaseTransport | None = None) -> None:
        self._retries = retries
        self._inner = inner or httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        keyed(request)
        tried = 0
        while True:
            try:
                response = await self._inner.handle_async_request(request)
                seconds = self._retries.after_answer(response, tried)
                if seconds is None:
                    if response.status_code >= 400:
                        raise error_from(response.status_code, await response.aread(), response.headers.get("x-request-id"))
                    return response
                await response.aclose()
            except httpx.TransportError as error:
                seconds = self._retries.after_failure(request, error, tried)
            await self._retries.wait_async(seconds)
            tried += 1

    async def aclose(self) -> None:
        await self._inner.aclose()


def refused(response: httpx.Response) -> httpx.Response:
    """The answer, unless it is a refusal: that is raised."""
    if response.status_code < 400:
        return response
    raise error_from(response.status_code, response.read(), response.headers.get("x-request-id"))
