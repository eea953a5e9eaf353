"""Onboards one merchant: creates a business, waits for its review, and lets the verdict decide.

PROBITY_KEY=bvs_test_... python3 examples/onboarding.py "Acme Widgets LLC" "123 Main St, Portland, OR 97201"
"""

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
    except (ValueError, LookupError, TypeError):
        # A proxy in place of the service does not answer with JSON.
        return f"{URL} answered {error.code}, not as the service does"


def probity(method, path, body=None, headers=None):
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json", **(headers or {})}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{URL}/v1{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(problem_of(error))
    except urllib.error.URLError as error:
        sys.exit(f"no answer from {URL}: {error.reason}")
    except ValueError:
        sys.exit(f"{URL} does not answer as the service does")


name, address = (sys.argv[1:] + ["Acme Widgets LLC", "123 Main St, Portland, OR 97201"][len(sys.argv) - 1 :])[:2]

# The same key with the same body never makes a second business, so a request that broke off may be sent again.
business = probity(
    "POST",
    "/businesses",
    {"name": name, "addresses": [{"full_address": address}]},
    {"Idempotency-Key": f"merchant-42-{name}"},
)

while business["status"] in ("open", "pending"):
    time.sleep(0.25)
    business = probity("GET", f"/businesses/{business['id']}")

tasks = (business["review"] or {"tasks": []})["tasks"]
concerns = [task for task in tasks if task["status"] in ("failure", "warning")]
for task in concerns:
    print(f"{task['label']}: {task['message']}")
if business["status"] == "in_review" and not concerns:
    business = probity("PATCH", f"/businesses/{business['id']}", {"status": "approved"})
print(business["id"], business["status"])
