"""Two workers before one PostgreSQL database: an order credits a wallet. MISTAKE=writes-back names what is wrong with it."""

import hashlib
import hmac
import json
import os
import signal
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import psycopg2

PAYMENTS = os.environ["PAYMENTS_SANDBOX_URL"]
KEY = os.environ["PAYMENTS_SANDBOX_API_KEY"]
SECRET = os.environ["PAYMENTS_SANDBOX_WEBHOOK_SECRET"].encode()
WRITES_BACK = os.environ.get("MISTAKE") == "writes-back"
SCHEMA = f"run_{os.getpid()}"


def connected():
    return psycopg2.connect(host=os.environ["DATABASE"], user="postgres", options=f"-c search_path={SCHEMA}")


def changed(*statements):
    """Runs statements in one transaction, and returns the rows of the last."""
    connection = connected()
    with connection, connection.cursor() as cursor:
        for sql, values in statements:
            cursor.execute(sql, values)
        rows = cursor.fetchall() if cursor.description else []
    connection.close()
    return rows


def call(path, body):
    headers = {"authorization": KEY, "content-type": "application/json"}
    request = urllib.request.Request(PAYMENTS + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def place_order(reference, port):
    changed(("insert into orders values (%s, 'open')", [reference]))
    body = {
        "amount": 10.5, "currency": "GHS", "network": "MTN", "reason": "Tea", "reference": reference,
        "accountName": "Ama Mensah", "accountNumber": "0241234567",
        "callbackURL": f"http://127.0.0.1:{port}/webhooks",
    }
    while True:
        try:
            return call("/collections/mobilemoney", body)
        except urllib.error.HTTPError as error:
            # The first call went through, and only its reply was lost.
            assert b"Duplicate reference" in error.read()
            return None
        except (OSError, ValueError):
            continue


def credit(cursor, amount):
    if not WRITES_BACK:
        return cursor.execute("update wallets set balance = balance + %s", [amount])
    cursor.execute("select balance from wallets")
    (balance,) = cursor.fetchone()
    # What else a shop does meanwhile, such as a receipt.
    cursor.execute("select pg_sleep(0.25)")
    return cursor.execute("update wallets set balance = %s", [float(balance) + amount])


def take_webhook(raw, signature):
    right = hmac.new(SECRET, raw, hashlib.sha512).hexdigest()
    if not hmac.compare_digest(signature.encode("latin-1", "replace"), right.encode()):
        return 401
    webhook = json.loads(raw)
    connection = connected()
    with connection, connection.cursor() as cursor:
        ended = "paid" if webhook["status"] == "COMPLETED" else "failed"
        sql = "update orders set status = %s where reference = %s and status = 'open'"
        cursor.execute(sql, [ended, webhook["reference_business"]])
        if cursor.rowcount == 1 and ended == "paid":
            credit(cursor, float(webhook["amount"]))
    connection.close()
    return 200


class Shop(BaseHTTPRequestHandler):
    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(take_webhook(raw, self.headers.get("x-webhook-signature", "")))
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


changed(
    (f"create schema {SCHEMA}", []),
    ("create table orders (reference text primary key, status text)", []),
    ("create table wallets (balance numeric)", []),
    ("insert into wallets values (0)", []),
)
server = ThreadingHTTPServer(("127.0.0.1", 0), Shop)
workers = []
for _ in range(2):
    worker = os.fork()
    if worker == 0:
        server.serve_forever()
    workers.append(worker)
try:
    for name in ("order-1", "order-2"):
        place_order(name, server.server_port)
        call("/_sandbox/clock/advance", {"by": "1s"})
    call("/_sandbox/clock/run-until-idle", {})
    [(balance,)] = changed(("select balance from wallets", []))
    assert balance == 21, f"two orders of 10.5 were paid, and the balance is {balance}"
finally:
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
