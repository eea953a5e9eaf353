"""What the client does when the service fails, and the main journeys through it.

PROBITY_URL and PROBITY_KEY name a service, DELIVERY is a webhook call that it sent: `npm test -- clients` sets all three.
"""

import asyncio
import base64
import hmac
import json
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import probity
from probity import Probity, Retries, WebhookSignatureError, verify_webhook
from probity.generated.api.businesses import create_business, get_business
from probity.generated.models import CreateBusinessRequest

COMPANY = {"name": "Client LLC", "addresses": [{"full_address": "1 Main St, Portland, OR 97201"}]}


class Faulty(BaseHTTPRequestHandler):
    """Answers as it is told: with a status, or by cutting the connection."""

    protocol_version = "HTTP/1.1"
    answers: list = []
    asked: list = []

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        named = {"key": "Idempotency-Key", "last": "Last-Event-ID", "version": "Probity-Version"}
        Faulty.asked.append({"body": body, **{name: self.headers.get(header) for name, header in named.items()}})
        answer = Faulty.answers.pop(0) if len(Faulty.answers) > 1 else Faulty.answers[0]
        if answer == "cut":
            self.close_connection = True
            return self.connection.shutdown(2)
        status, headers, content = answer
        content = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        # A longer length than what follows: the connection is cut within the answer.
        self.send_header("Content-Length", str(len(content) + (100 if "Cut" in headers else 0)))
        self.end_headers()
        self.wfile.write(content)
        self.close_connection = "Cut" in headers

    do_GET = do_POST = do_PATCH = answer

    def log_message(self, *_):
        """The tests say enough."""


class Faults(unittest.TestCase):
    def setUp(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Faulty)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.waits = []
        Faulty.asked = []

        async def wait(seconds):
            self.waits.append(seconds)

        retries = Retries(wait=self.waits.append, wait_async=wait)
        self.probity = Probity("key", f"http://127.0.0.1:{self.server.server_port}", retries=retries)

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def test_a_post_is_tried_again_under_one_key(self):
        Faulty.answers = [(429, {"Retry-After": "7"}, {}), (503, {}, {}), "cut", (201, {"Content-Type": "application/json"}, {"id": "made"})]
        self.assertEqual(self.probity.post("/v1/businesses", COMPANY), {"id": "made"})
        self.assertEqual(len(Faulty.asked), 4)
        self.assertEqual(len({each["key"] for each in Faulty.asked}), 1)
        self.assertIsNotNone(Faulty.asked[0]["key"])
        self.assertEqual(len({each["body"] for each in Faulty.asked}), 1)
        self.assertEqual(self.waits[0], 7)

    def test_other_refusals_are_not_tried_again(self):
        Faulty.answers = [(422, {"X-Request-Id": "r-1"}, {"errors": [{"message": "is required", "parameter": "name"}]})]
        with self.assertRaises(probity.InvalidRequestError) as caught:
            self.probity.post("/v1/businesses", COMPANY, idempotency_key="mine")
        self.assertEqual((caught.exception.status, caught.exception.problems[0]["parameter"], caught.exception.request_id), (422, "name", "r-1"))
        self.assertEqual([each["key"] for each in Faulty.asked], ["mine"])

    def test_it_gives_up_after_four_retries(self):
        Faulty.answers = [(503, {}, {})]
        with self.assertRaises(probity.UnavailableError):
            self.probity.get("/v1/webhooks")
        self.assertEqual(len(Faulty.asked), 5)

    def test_a_pause_that_is_too_long_is_not_waited_for(self):
        Faulty.answers = [(429, {"Retry-After": "3600"}, {})]
        with self.assertRaises(probity.TooManyRequestsError):
            self.probity.get("/v1/webhooks")
        self.assertEqual((len(Faulty.asked), self.waits), (1, []))

    def test_every_request_names_the_version_of_the_interface(self):
        Faulty.answers = [(200, {"Content-Type": "application/json"}, {"object": "list", "data": [], "has_more": False})]
        self.probity.get("/v1/webhooks")
        list(self.probity.all("/v1/businesses"))
        self.assertEqual([each["version"] for each in Faulty.asked], ["2026-11-22", "2026-11-22"])

    def test_a_patch_without_an_answer_is_not_repeated(self):
        Faulty.answers = ["cut"]
        with self.assertRaises(probity.ConnectionFailedError):
            self.probity.patch("/v1/businesses/a", {"tags": ["x"]})
        self.assertEqual(len(Faulty.asked), 1)

    def test_the_failure_names_the_address(self):
        Faulty.answers = ["cut"]
        with self.assertRaisesRegex(probity.ConnectionFailedError, f"no answer from http://127.0.0.1:{self.server.server_port}$"):
            self.probity.get("/v1/businesses")

    def test_a_key_that_is_empty_or_has_a_line_end_reaches_the_service(self):
        Faulty.answers = [(401, {}, {"errors": [{"message": "the API key or access token is not valid"}]})]
        for key in ("", "key\n"):
            with self.assertRaises(probity.AuthenticationError):
                Probity(key, f"http://127.0.0.1:{self.server.server_port}").get("/v1/businesses")

    def test_a_request_that_cannot_be_sent_is_not_tried_again(self):
        with self.assertRaisesRegex(probity.ConnectionFailedError, "could not be sent: .*protocol"):
            Probity("key", "127.0.0.1:3000", retries=Retries(wait=self.waits.append)).get("/v1/businesses")
        self.assertEqual(self.waits, [])

    def test_a_stream_goes_on_behind_its_last_event(self):
        def frame(number, name):
            return f"event: {name}\nid: {number}\ndata: {json.dumps({'type': name, 'id': number})}\n\n".encode()

        kind = {"Content-Type": "text/event-stream"}
        first = b": hello\n\n" + frame(0, "RUN_STARTED") + frame(1, "STATE_SNAPSHOT") + b"event: STATE"
        Faulty.answers = [(200, {**kind, "Cut": "1"}, first), (200, kind, frame(2, "STATE_SNAPSHOT") + frame(3, "RUN_FINISHED"))]

        async def ids():
            return [event["id"] async for event in self.probity.run_events("run")]

        self.assertEqual(asyncio.run(ids()), [0, 1, 2, 3])
        self.assertEqual([each["last"] for each in Faulty.asked], [None, "1"])


class Journeys(unittest.TestCase):
    def setUp(self):
        self.probity = Probity(os.environ["PROBITY_KEY"], os.environ["PROBITY_URL"])

    def test_create_review_decide(self):
        created = self.probity.post("/v1/businesses", COMPANY)
        business = self.probity.reviewed(created["id"], every=0.05)
        self.assertEqual(business["status"], "in_review")
        decided = self.probity.patch(f"/v1/businesses/{created['id']}", {"status": "approved"})
        self.assertEqual(decided["status"], "approved")
        with self.assertRaises(probity.NotFoundError):
            self.probity.get("/v1/businesses/00000000-0000-7000-8000-000000000000")

    def test_the_generated_functions_take_the_client(self):
        created = create_business.sync(client=self.probity.api, body=CreateBusinessRequest.from_dict(COMPANY))
        found = get_business.sync(str(created.id), client=self.probity.api)
        self.assertEqual(found.name, "Client LLC")

    def test_a_list_is_read_to_its_end(self):
        for number in range(5):
            self.probity.post("/v1/businesses", {**COMPANY, "tags": ["python"], "external_id": str(number)})
        read = [each["external_id"] for each in self.probity.all("/v1/businesses", tag="python", per_page=2)]
        self.assertEqual(read, ["4", "3", "2", "1", "0"])

        async def read_async():
            return [each["external_id"] async for each in self.probity.all_async("/v1/businesses", tag="python", per_page=2)]

        self.assertEqual(asyncio.run(read_async()), read)

    def test_a_batch_is_uploaded(self):
        batch = self.probity.upload_batch(b'name,address\nUploaded LLC,"1 Main St, Portland, OR 97201"\n', filename="one.csv")
        self.assertEqual((batch["filename"], batch["business_count"]), ("one.csv", 1))

    def test_the_events_of_a_run_are_told_to_the_end(self):
        business = self.probity.post("/v1/businesses", COMPANY)
        self.probity.reviewed(business["id"], every=0.05)
        run = self.probity.post("/v1/runs", {"type": "business_verification", "business_id": business["id"]})

        async def types():
            return [event["type"] async for event in self.probity.run_events(run["id"])]

        told = asyncio.run(types())
        self.assertEqual((told[0], told[-1]), ("RUN_STARTED", "RUN_FINISHED"))


class Webhooks(unittest.TestCase):
    def setUp(self):
        delivery = json.loads(os.environ["DELIVERY"])
        self.headers, self.body, self.secret = delivery["headers"], delivery["body"].encode(), delivery["secret"]
        self.sent_at = int(self.headers["webhook-timestamp"])

    def test_a_call_of_the_service_is_verified(self):
        self.assertEqual(verify_webhook(self.body, self.headers, self.secret)["data"]["object"]["name"], "Zoë Told LLC")
        shouted = {name.upper(): value for name, value in self.headers.items()}
        self.assertEqual(verify_webhook(self.body, shouted, self.secret, now=self.sent_at + 300)["type"], "business.created")
        rotated = {**self.headers, "webhook-signature": "v1,AAAA " + self.headers["webhook-signature"]}
        self.assertEqual(verify_webhook(self.body, rotated, self.secret)["type"], "business.created")

    def test_a_changed_old_or_unsigned_call_is_refused(self):
        for body, headers, secret, now in [
            (self.body, self.headers, self.secret, self.sent_at + 301),
            (self.body + b" ", self.headers, self.secret, None),
            (self.body, self.headers, "whsec_b3RoZXI=", None),
            (self.body, {**self.headers, "webhook-signature": ""}, self.secret, None),
            (self.body, {**self.headers, "webhook-id": "other"}, self.secret, None),
        ]:
            with self.assertRaises(WebhookSignatureError):
                verify_webhook(body, headers, secret, now=now)

    def test_a_call_that_is_signed_with_nothing_is_refused_where_the_secret_is_empty(self):
        signature = base64.b64encode(hmac.digest(b"", f"evt_1.{self.sent_at}.{{}}".encode(), "sha256")).decode()
        headers = {"webhook-id": "evt_1", "webhook-timestamp": str(self.sent_at), "webhook-signature": f"v1,{signature}"}
        for secret in ("", "whsec_"):
            with self.assertRaisesRegex(WebhookSignatureError, "the secret is empty"):
                verify_webhook(b"{}", headers, secret, now=self.sent_at)


if __name__ == "__main__":
    unittest.main()
