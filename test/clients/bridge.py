"""Makes calls through the Python client, for journeys that are written in TypeScript: one JSON line for each call, one for each answer."""

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

from probity import Probity, ProbityError

clients = {}
last = threading.local()
lock = threading.Lock()


def keep(response):
    """Programs see only the body of an answer; the journeys ask for its status and headers too."""
    last.response = response


def client_for(url, key):
    with lock:
        if (url, key) not in clients:
            clients[url, key] = Probity(key, url)
            clients[url, key]._http.event_hooks["response"] = [keep]
        return clients[url, key]


def call(client, method, path, body, idempotency_key):
    parts = urlsplit(path)
    if method == "GET":
        return client.get(parts.path, **parse_qs(parts.query, keep_blank_values=True))
    if method == "POST":
        return client.post(path, body, idempotency_key=idempotency_key)
    if method == "DELETE":
        return client.delete(path)
    return {"PUT": client.put, "PATCH": client.patch}[method](path, body)


def answer_to(asked):
    client = client_for(asked["url"], asked["key"])
    try:
        found = call(client, asked["method"], asked["path"], asked.get("body"), asked.get("idempotencyKey"))
    except ProbityError as error:
        return {"refused": [error.status, error.problems, error.request_id]}
    response = last.response
    text = "" if found is None else found.decode(errors="replace") if isinstance(found, bytes) else json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return {"status": response.status_code, "headers": dict(response.headers), "text": text}


def handle(asked):
    try:
        told = answer_to(asked)
    except Exception as error:  # The test fails with it.
        told = {"failure": repr(error)}
    with lock:
        print(json.dumps({"id": asked["id"], **told}), flush=True)


with ThreadPoolExecutor(16) as threads:
    for line in sys.stdin:
        threads.submit(handle, json.loads(line))
