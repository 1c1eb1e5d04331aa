import hashlib
import hmac
import json
import os

from fastapi import FastAPI, Request, Response

app = FastAPI()


def is_signed(raw: bytes, signature: str, api_key: str) -> bool:
    expected = hmac.new(api_key.encode(), raw, hashlib.sha512).hexdigest()
    return hmac.compare_digest(signature.encode(), expected.encode())


# No model as a parameter: FastAPI would parse the body, and the bytes are what is signed.
@app.post("/webhooks")
async def webhook(request: Request) -> Response:
    raw = await request.body()
    signature = request.headers.get("x-webhook-signature", "")
    if not is_signed(raw, signature, os.environ["PAYMENTS_API_KEY"]):
        return Response(status_code=401)
    payment = json.loads(raw)
    print(payment["reference_business"], payment["status"])
    return Response(status_code=204)
