import hashlib
import hmac
import json
from uuid import uuid4

import httpx
from fastapi import FastAPI, HTTPException, Request, Response
from pydantic import BaseModel


class NewOrder(BaseModel):
    amount: float
    network: str
    name: str
    phone: str


def create_shop(base_url: str, api_key: str, callback_url: str) -> FastAPI:
    """A shop that takes mobile money. Your database stands where the dict is."""
    orders: dict[str, dict] = {}
    app = FastAPI()

    @app.post("/orders", status_code=202)
    async def order(new: NewOrder):
        reference = str(uuid4())
        # Stored before the call: the webhook can come before the reply, and the reply can be lost.
        orders[reference] = {"amount": new.amount, "status": "waiting", "sent": 0}
        body = {
            "amount": new.amount,
            "currency": "GHS",
            "network": new.network,
            "accountName": new.name,
            "accountNumber": new.phone,
            "reason": "Tea",
            "reference": reference,
            "callbackURL": callback_url,
        }
        try:
            async with httpx.AsyncClient(base_url=base_url, headers={"Authorization": api_key}) as payments:
                reply = await payments.post("/collections/mobilemoney", json=body)
            # Only a 4xx says that no money moves. After a 5xx the order waits for its webhook.
            if 400 <= reply.status_code < 500:
                settle(reference, "failed")
        except httpx.TransportError:
            pass  # The reply was lost: the order waits, too.
        return {"reference": reference}

    @app.post("/webhooks")
    async def webhook(request: Request):
        raw = await request.body()
        if not is_signed(raw, request.headers.get("x-webhook-signature", ""), api_key):
            return Response(status_code=401)
        payment = json.loads(raw)
        reference = payment["reference_business"]
        amount = orders.get(reference, {}).get("amount")
        is_paid = payment["status"] == "COMPLETED" and float(payment["amount"]) == amount
        settle(reference, "paid" if is_paid else "failed")
        return Response(status_code=204)

    @app.get("/orders/{reference}")
    async def show(reference: str):
        if reference not in orders:
            raise HTTPException(404)
        return orders[reference]

    def settle(reference: str, status: str) -> None:
        """The first final status counts: a webhook can come again, and in any order."""
        order = orders.get(reference)
        if order is None or order["status"] != "waiting":
            return
        order["status"] = status
        order["sent"] += status == "paid"

    return app


def is_signed(raw: bytes, signature: str, api_key: str) -> bool:
    expected = hmac.new(api_key.encode(), raw, hashlib.sha512).hexdigest()
    return hmac.compare_digest(signature.encode(), expected.encode())
