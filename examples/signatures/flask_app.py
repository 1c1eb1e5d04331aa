import hashlib
import hmac
import json
import os

from flask import Flask, request

app = Flask(__name__)


def is_signed(raw: bytes, signature: str, api_key: str) -> bool:
    expected = hmac.new(api_key.encode(), raw, hashlib.sha512).hexdigest()
    return hmac.compare_digest(signature.encode(), expected.encode())


@app.post("/webhooks")
def webhook():
    # The bytes first: request.form and request.json read the body, too.
    raw = request.get_data()
    signature = request.headers.get("x-webhook-signature", "")
    if not is_signed(raw, signature, os.environ["PAYMENTS_API_KEY"]):
        return "", 401
    payment = json.loads(raw)
    print(payment["reference_business"], payment["status"])
    return "", 204
