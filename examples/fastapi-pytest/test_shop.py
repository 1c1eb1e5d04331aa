import os
import socket
import threading
import time
from uuid import uuid4

import httpx
import pytest
import uvicorn
from shop import create_shop

SANDBOX = os.environ["PAYMENTS_SANDBOX_URL"]  # `payments-sandbox exec` sets it


class Shop:
    """The shop on a free port, with a business of its own in the sandbox: a key that no other test has."""

    def __init__(self):
        self.key = f"test_{uuid4().hex}"
        listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        app = create_shop(SANDBOX, self.key, f"{self.url}/webhooks")
        self.server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]})
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def stop(self):
        self.server.should_exit = True
        self.thread.join()

    def order(self) -> str:
        new = {"amount": 10.5, "network": "MTN", "name": "Ama Mensah", "phone": "0241234567"}
        return httpx.post(f"{self.url}/orders", json=new).json()["reference"]

    def state(self, reference: str) -> dict:
        return httpx.get(f"{self.url}/orders/{reference}").json()

    def sandbox(self, path: str, body: dict) -> None:
        headers = {"Authorization": self.key}
        httpx.post(f"{SANDBOX}/_sandbox/{path}", json=body, headers=headers, timeout=30).raise_for_status()


@pytest.fixture
def shop():
    shop = Shop()
    yield shop
    shop.stop()


def test_an_order_waits_and_is_paid_when_the_customer_has_typed_the_pin(shop):
    reference = shop.order()
    assert shop.state(reference) == {"amount": 10.5, "status": "waiting", "sent": 0}
    shop.sandbox("clock/advance", {"by": "10s"})
    assert shop.state(reference) == {"amount": 10.5, "status": "paid", "sent": 1}


@pytest.mark.parametrize(
    "scenario, status, sent",
    [
        ("wrong-pin", "failed", 0),
        ("other-amount", "failed", 0),
        ("duplicate", "paid", 1),
        ("before-reply", "paid", 1),
        ("lost-reply", "paid", 1),
        ("forged-webhook", "waiting", 0),
    ],
)
def test_what_happens_to_real_shops(shop, scenario, status, sent):
    shop.sandbox("scenarios/queue", {"use": scenario})
    reference = shop.order()
    shop.sandbox("clock/run-until-idle", {"limit": "1d"})
    assert shop.state(reference) == {"amount": 10.5, "status": status, "sent": sent}
