"""Receives webhooks: checks the signature (Standard Webhooks), drops repeats, and prints what happened.

WEBHOOK_SECRET=whsec_... PORT=4000 python3 examples/webhook_receiver.py
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# With an empty key anybody could sign.
KEY = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_")) or sys.exit("WEBHOOK_SECRET is not set")
seen = set()


def is_signed(headers, body):
    """`webhook-signature` holds several signatures for a day after the secret was rotated."""
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(each.encode(), expected) for each in headers.get("webhook-signature", "").split(" "))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not is_signed(self.headers, body):
            return self.answer(401)
        event = json.loads(body)
        # A call that was answered too late is sent again, with the same id.
        if event["id"] not in seen:
            about = event["data"]["object"]
            print(event["type"], about["id"], about.get("status") or "", flush=True)
        seen.add(event["id"])
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        """The events are enough."""


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver)
print(f"receiving on port {server.server_port}", flush=True)
server.serve_forever()
