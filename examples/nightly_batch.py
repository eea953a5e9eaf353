"""Verifies a CSV of merchants over night: uploads it as a batch, waits for the reviews, and writes one line for each row.

PROBITY_KEY=bvs_live_... python3 examples/nightly_batch.py merchants.csv results.csv

The columns are those of the API: name, address (or address_line1, address_city, ...), tin, website, external_id, ...
The same file in the same night is the same batch, so that the job may simply be started again.
"""

import base64
import csv
import datetime
import hashlib
import http.client
import io
import json
import os
import sys
import time
import urllib.error
import urllib.request

URL = os.environ.get("PROBITY_URL", "http://127.0.0.1:3000")
KEY = os.environ.get("PROBITY_KEY") or sys.exit("PROBITY_KEY is not set")


def problem_of(error):
    try:
        return "; ".join(each["message"] for each in json.load(error)["errors"])
    except (AttributeError, ValueError, LookupError, TypeError):
        # A broken connection, or a proxy in place of the service.
        return f"{URL} did not answer as the service does: {error}"


def probity(path, body=None, idempotency_key=None):
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode()
    for wait in (1, 5, 30, None):
        try:
            with urllib.request.urlopen(urllib.request.Request(f"{URL}/v1{path}", data, headers)) as response:
                return response.read()
        except (OSError, http.client.HTTPException) as error:
            # Too many requests, a restart, or a connection that broke: sent again, it is done once.
            if wait is None or getattr(error, "code", 503) not in (429, 502, 503, 504):
                sys.exit(problem_of(error))
            asked = error.headers.get("Retry-After", "") if isinstance(error, urllib.error.HTTPError) else ""
            time.sleep(int(asked) if asked.isdigit() else wait)


def count(batch, status):
    return json.loads(probity(f"/businesses?business_batch_id={batch}&status={status}&per_page=1"))["total_count"]


if len(sys.argv) != 3:
    sys.exit(__doc__)
source, target = sys.argv[1:]
with open(source, "rb") as file:
    content = file.read()
tonight = f"{datetime.date.today()}-{hashlib.sha256(content).hexdigest()[:16]}"
upload = {"name": tonight, "filename": os.path.basename(source), "csv": base64.b64encode(content).decode()}
batch = json.loads(probity("/business_batches", upload, idempotency_key=tonight))

while batch["completed_business_count"] < batch["business_count"]:
    time.sleep(0.5)
    batch = json.loads(probity(f"/business_batches/{batch['id']}"))
while count(batch["id"], "open") + count(batch["id"], "pending") > 0:
    time.sleep(0.5)

result = probity(f"/business_batches/{batch['id']}/csv")
with open(target, "wb") as file:
    file.write(result)
outcomes = {}
for row in csv.DictReader(io.StringIO(result.decode("utf-8-sig"))):
    outcomes[row["status"]] = outcomes.get(row["status"], 0) + 1
print(", ".join(f"{number} {status}" for status, number in sorted(outcomes.items())))
