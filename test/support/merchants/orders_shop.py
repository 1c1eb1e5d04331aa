"""Orders in PostgreSQL: webhooks settle them, and a reconciliation job settles what no webhook did."""

import hashlib
import hmac
import json
import logging
import os
import threading
import time
import urllib.error
import urllib.request
import uuid
from decimal import Decimal, InvalidOperation
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import psycopg2
import psycopg2.extras

PAYMENTS = os.environ["PAYMENTS_URL"]
KEY = os.environ["PAYMENTS_KEY"]
PORT = int(os.environ["PORT"])
CALLBACK = os.environ.get("CALLBACK_URL", f"http://127.0.0.1:{PORT}/payments/webhook")
RECONCILE_SECONDS = float(os.environ.get("RECONCILE_SECONDS", "60"))
CALL_SECONDS = 20
MOST_BYTES = 64 * 1024
# One reconciliation at a time, on however many machines.
RECONCILE_LOCK = 7301

SCHEMA = """
create table if not exists orders (
    reference text primary key,
    amount numeric(12, 2) not null check (amount > 0),
    currency text not null,
    network text not null,
    phone text not null,
    status text not null default 'open' check (status in ('open', 'paid', 'failed', 'review')),
    credited numeric(12, 2) not null default 0,
    payment_id text unique,
    calls integer not null default 0,
    created_at timestamptz not null default now()
)
"""


class Database:
    """A connection of its own for each piece of work: committed at the end, rolled back at an error."""

    def __enter__(self):
        self.connection = psycopg2.connect(os.environ["DATABASE_URL"])
        return self.connection.cursor(cursor_factory=psycopg2.extras.RealDictCursor)

    def __exit__(self, error, *_):
        self.connection.rollback() if error else self.connection.commit()
        self.connection.close()


class Refused(Exception):
    """The service answered 4xx: it stored nothing."""


def call(method, path, body=None):
    """Returns the record. Raises Refused. After an OSError or ValueError the call may have gone through or not."""
    headers = {"authorization": KEY, "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(PAYMENTS + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=CALL_SECONDS) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        text = error.read().decode("utf-8", "replace")
        if 400 <= error.code < 500 and error.code not in (408, 429):
            raise Refused(text) from error
        raise OSError(f"{error.code} {text[:200]}") from error


def ask_for_payment(order):
    """Only one call for an order is under way: of two at once, one could be refused and the other taken."""
    with Database() as db:
        db.execute("select pg_try_advisory_xact_lock(hashtext(%s)) as mine", [order["reference"]])
        if db.fetchone()["mine"]:
            ask_alone(order)


def ask_alone(order):
    """Safe to repeat: the service takes a reference once. A refusal of a repeated call says nothing about the first."""
    reference = order["reference"]
    with Database() as db:
        db.execute(
            "update orders set calls = calls + 1 where reference = %s and payment_id is null returning calls", [reference]
        )
        counted = db.fetchone()
    if counted is None:
        return
    body = {
        "amount": float(order["amount"]), "currency": order["currency"], "network": order["network"],
        "accountName": "Customer", "accountNumber": order["phone"], "reason": f"Order {reference[:8]}",
        "reference": reference, "callbackURL": CALLBACK,
    }
    try:
        record = call("POST", "/collections/mobilemoney", body)
    except Refused as refused:
        logging.warning("%s was refused: %s", reference, refused)
        if counted["calls"] == 1:
            with Database() as db:
                db.execute("update orders set status = 'failed' where reference = %s and status = 'open'", [reference])
        return
    with Database() as db:
        db.execute("update orders set payment_id = %s where reference = %s", [record["id"], reference])


def place(asked):
    order = {
        "reference": str(uuid.uuid4()), "amount": Decimal(str(asked["amount"])),
        "currency": asked.get("currency", "GHS"), "network": asked.get("network", "MTN"), "phone": asked["phone"],
    }
    with Database() as db:
        db.execute(
            "insert into orders (reference, amount, currency, network, phone)"
            " values (%(reference)s, %(amount)s, %(currency)s, %(network)s, %(phone)s)",
            order,
        )
    try:
        ask_for_payment(order)
    except (OSError, ValueError) as error:
        logging.warning("%s: no answer (%s); the reconciliation asks again", order["reference"], error)
    return shown(order["reference"])


def shown(reference):
    with Database() as db:
        db.execute("select reference, amount, status, credited from orders where reference = %s", [reference])
        return db.fetchone()


def settle(record, is_certain):
    """Takes what a webhook or a query says. Returns False if there is no such order."""
    with Database() as db:
        db.execute("select * from orders where reference = %s for update", [record.get("reference_business")])
        order = db.fetchone()
        if order is None:
            return False
        if order["payment_id"] is None:
            db.execute(
                "update orders set payment_id = %s where reference = %s", [record["id"], order["reference"]]
            )
        if order["status"] != "open":
            return True
        if record["status"] == "FAILED":
            db.execute("update orders set status = 'failed' where reference = %s", [order["reference"]])
        if record["status"] == "COMPLETED":
            is_right = Decimal(record["amount"]) == order["amount"] and record["currency"] == order["currency"]
            # A webhook with another sum: the query decides.
            if is_right or is_certain:
                credited = order["amount"] if is_right else 0
                db.execute(
                    "update orders set status = %s, credited = %s where reference = %s",
                    ["paid" if is_right else "review", credited, order["reference"]],
                )
    return True


def take_webhook(raw, signature):
    right = hmac.new(KEY.encode(), raw, hashlib.sha512).hexdigest()
    if not hmac.compare_digest(signature.encode("latin-1", "replace"), right.encode()):
        return 401
    try:
        return 200 if settle(json.loads(raw), is_certain=False) else 404
    except (ValueError, KeyError, TypeError, AttributeError, InvalidOperation):
        return 400


def reconcile():
    with Database() as db:
        db.execute("select pg_try_advisory_xact_lock(%s) as mine", [RECONCILE_LOCK])
        if not db.fetchone()["mine"]:
            return
        db.execute("select * from orders where status = 'open' order by created_at")
        for order in db.fetchall():
            try:
                if order["payment_id"] is None:
                    ask_for_payment(order)
                else:
                    settle(call("GET", f"/payments/{order['payment_id']}"), is_certain=True)
            except (OSError, ValueError, Refused) as error:
                logging.warning("%s: %s", order["reference"], error)


def reconcile_forever():
    while True:
        time.sleep(RECONCILE_SECONDS)
        try:
            reconcile()
        except psycopg2.Error:
            logging.exception("the reconciliation failed")


class Shop(BaseHTTPRequestHandler):
    def answer(self, status, value=None):
        body = json.dumps(value, default=str).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        order = shown(self.path.removeprefix("/orders/"))
        self.answer(404 if order is None else 200, order)

    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        if length > MOST_BYTES:
            self.close_connection = True
            return self.answer(413)
        raw = self.rfile.read(length)
        if self.path == "/payments/webhook":
            return self.answer(take_webhook(raw, self.headers.get("x-webhook-signature", "")))
        if self.path == "/orders":
            return self.answer(201, place(json.loads(raw)))
        if self.path == "/internal/reconcile":
            return self.answer(200, reconcile())
        return self.answer(404)

    def log_message(self, *_):
        pass


with Database() as setup:
    setup.execute(SCHEMA)
threading.Thread(target=reconcile_forever, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", PORT), Shop).serve_forever()
