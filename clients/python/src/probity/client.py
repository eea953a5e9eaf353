"""The client: the generated calls with credentials and retries, and what makes them convenient to use."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from pathlib import Path
from typing import Any, AsyncIterator, Iterator

import httpx

from .errors import ConnectionFailedError
from .generated.client import AuthenticatedClient
from .generated.interface_version import INTERFACE_VERSION
from .retries import AsyncRetryingTransport, Retries, RetryingTransport

LAST_TYPES = {"RUN_FINISHED", "RUN_ERROR"}


class Probity:
    """
    >>> probity = Probity("bvs_test_...")
    >>> business = probity.post("/v1/businesses", {"name": "Acme Widgets LLC", "addresses": [{"full_address": "123 Main St, Portland, OR 97201"}]})
    >>> for each in probity.all("/v1/businesses", status="in_review"): print(each["name"])

    `api` is what the generated functions in `probity.generated.api` take as `client`.
    """

    def __init__(self, api_key: str, base_url: str = "http://127.0.0.1:3000", *, retries: Retries = Retries(), timeout: float = 60) -> None:
        base_url = base_url.rstrip("/")
        # httpx refuses to send a header that ends with a space or a line end: with an empty key, or one read from a file.
        headers = {"Authorization": f"Bearer {api_key}".strip(), "User-Agent": "probity-python/0.2.0", "Probity-Version": INTERFACE_VERSION}
        self._http = httpx.Client(base_url=base_url, headers=headers, timeout=timeout, transport=RetryingTransport(retries))
        self._async = httpx.AsyncClient(base_url=base_url, headers=headers, timeout=timeout, transport=AsyncRetryingTransport(retries))
        self.api = AuthenticatedClient(base_url=base_url, token=api_key)
        self.api.set_httpx_client(self._http)
        self.api.set_async_httpx_client(self._async)

    def __enter__(self) -> Probity:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    async def aclose(self) -> None:
        await self._async.aclose()
        self._http.close()

    def get(self, path: str, **query: Any) -> Any:
        return _body(self._http.get(path, params=query))

    def post(self, path: str, body: Any = None, *, idempotency_key: str | None = None) -> Any:
        headers = {} if idempotency_key is None else {"Idempotency-Key": idempotency_key}
        return _body(self._http.post(path, json=body, headers=headers))

    def put(self, path: str, body: Any) -> Any:
        return _body(self._http.put(path, json=body))

    def patch(self, path: str, body: Any) -> Any:
        return _body(self._http.patch(path, json=body))

    def delete(self, path: str) -> Any:
        return _body(self._http.delete(path))

    def all(self, path: str, **query: Any) -> Iterator[dict[str, Any]]:
        """Every item of a list, page by page as they are read."""
        asked = {"per_page": 100, **query}
        while True:
            page = self.get(path, **asked)
            yield from page["data"]
            if not page["has_more"] or not page["data"]:
                return
            asked["starting_after"] = page["data"][-1]["id"]

    async def all_async(self, path: str, **query: Any) -> AsyncIterator[dict[str, Any]]:
        """As `all`, in asyncio."""
        asked = {"per_page": 100, **query}
        while True:
            page = (await self._async.get(path, params=asked)).json()
            for item in page["data"]:
                yield item
            if not page["has_more"] or not page["data"]:
                return
            asked["starting_after"] = page["data"][-1]["id"]

    async def run_events(self, run_id: str, *, reopenings: int = 5) -> AsyncIterator[dict[str, Any]]:
        """The events of a run (AG-UI) as they happen, up to its end. A stream that breaks off is opened again behind the last event."""
        last: str | None = None
        broken = 0
        while True:
            headers = {"Accept": "text/event-stream", **({} if last is None else {"Last-Event-ID": last})}
            try:
                async with self._async.stream("GET", f"/v1/runs/{run_id}/stream", headers=headers) as response:
                    if response.status_code == 204:
                        return
                    frame: dict[str, str] = {}
                    async for line in response.aiter_lines():
                        if line:
                            name, _, value = line.partition(":")
                            frame[name] = value.removeprefix(" ")
                            continue
                        if "data" in frame:
                            event = json.loads(frame["data"])
                            last, broken = frame.get("id", last), 0
                            yield event
                            if event["type"] in LAST_TYPES:
                                return
                        frame = {}
            except httpx.TransportError as error:
                if broken >= reopenings:
                    raise ConnectionFailedError("the stream broke off again and again") from error
            broken += 1
            if broken > reopenings:
                raise ConnectionFailedError("the stream broke off again and again")
            await asyncio.sleep(0)

    def upload_batch(self, csv: str | Path | bytes, *, filename: str | None = None, name: str | None = None) -> dict[str, Any]:
        """Creates businesses from a CSV: a path, or the content with a file name."""
        content = csv if isinstance(csv, bytes) else Path(csv).read_bytes()
        filename = filename or ("businesses.csv" if isinstance(csv, bytes) else Path(csv).name)
        return self.post("/v1/business_batches", {"name": name or filename, "filename": filename, "csv": base64.b64encode(content).decode()})

    def reviewed(self, business_id: str, *, every: float = 1) -> dict[str, Any]:
        """Asks again until the business needs nothing more than a decision, or has one."""
        while True:
            business = self.get(f"/v1/businesses/{business_id}")
            if business["status"] not in ("open", "pending"):
                return business
            time.sleep(every)


def _body(response: httpx.Response) -> Any:
    return response.json() if response.content and "json" in response.headers.get("content-type", "") else response.content or None
