"""A merchant with nothing but the standard library: a shop, and a check of one order. MISTAKE names what is wrong with it."""

import hashlib
import hmac
import json
import os
import sys
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAYMENTS = os.environ["PAYMENTS_SANDBOX_URL"]
KEY = os.environ["PAYMENTS_SANDBOX_API_KEY"]
SECRET = os.environ["PAYMENTS_SANDBOX_WEBHOOK_SECRET"].encode()
MISTAKE = os.environ.get("MISTAKE", "none")

orders = {}
prices = {}
seen = set()
lock = threading.Lock()
callback = ""


def call(path, body):
    headers = {"authorization": KEY, "content-type": "application/json"}
    request = urllib.request.Request(PAYMENTS + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def open_order(price):
    with lock:
        reference = f"order-{len(orders) + 1}"
        orders[reference] = {"status": "open", "credited": 0}
        prices[reference] = price
    return reference


def place_order(amount):
    reference = open_order(amount)
    body = {
        "amount": amount, "currency": "GHS", "network": "MTN", "reason": "Tea", "reference": reference,
        "accountName": "Ama Mensah", "accountNumber": "0241234567", "callbackURL": callback,
    }
    while True:
        try:
            call("/collections/mobilemoney", body)
            return reference
        except urllib.error.HTTPError as error:
            # The first call went through, and only its reply was lost.
            if b"Duplicate reference" in error.read():
                return reference
            orders[reference]["status"] = "failed"
            return reference
        except (OSError, ValueError):
            if MISTAKE == "charges-again":
                reference = body["reference"] = open_order(amount)


def reference_in(raw):
    try:
        return json.loads(raw).get("reference_business")
    except ValueError:
        return None


def again(raw):
    try:
        return json.dumps(json.loads(raw), separators=(",", ":"), ensure_ascii=False).encode()
    except ValueError:
        return raw


def take_webhook(raw, signature):
    if MISTAKE == "remembers-before-the-check":
        named = reference_in(raw)
        with lock:
            if named in seen:
                return 200
            seen.add(named)
    right = hmac.new(SECRET, again(raw) if MISTAKE == "signature-of-parsed-body" else raw, hashlib.sha512).hexdigest()
    if not hmac.compare_digest(signature.encode("latin-1", "replace"), right.encode()):
        return 401
    try:
        webhook = json.loads(raw)
    except ValueError:
        return 400
    with lock:
        order = orders.get(webhook.get("reference_business"))
        if order is None:
            return 404
        if order["status"] == "open" and webhook["status"] in ("COMPLETED", "FAILED"):
            # Another sum than the price is for a person to look at: the order stays open.
            if float(webhook["amount"]) != prices[webhook["reference_business"]]:
                return 200
            order["status"] = "paid" if webhook["status"] == "COMPLETED" else "failed"
            if order["status"] == "paid":
                order["credited"] += float(webhook["amount"])
    return 200


class Shop(BaseHTTPRequestHandler):
    def answer(self, status, value=None):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        order = orders.get(self.path.removeprefix("/orders/"))
        self.answer(404 if order is None else 200, order)

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path == "/cron":
            return self.answer(200)
        if self.path == "/orders":
            return self.answer(200, {"reference": place_order(json.loads(raw)["amount"])})
        return self.answer(take_webhook(raw, self.headers.get("x-webhook-signature", "")))

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 0))), Shop)
callback = f"http://127.0.0.1:{server.server_port}/webhooks"
if sys.argv[1:] == ["check"]:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    placed = place_order(10.5)
    call("/_sandbox/clock/run-until-idle", {})
    assert orders[placed] == {"status": "paid", "credited": 10.5}, orders
else:
    server.serve_forever()
