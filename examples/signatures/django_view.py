import hashlib
import hmac
import json
import os

from django.http import HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST


def is_signed(raw: bytes, signature: str, api_key: str) -> bool:
    expected = hmac.new(api_key.encode(), raw, hashlib.sha512).hexdigest()
    return hmac.compare_digest(signature.encode(), expected.encode())


@csrf_exempt
@require_POST
def webhook(request):
    signature = request.headers.get("x-webhook-signature", "")
    if not is_signed(request.body, signature, os.environ["PAYMENTS_API_KEY"]):
        return HttpResponse(status=401)
    payment = json.loads(request.body)
    print(payment["reference_business"], payment["status"])
    return HttpResponse(status=204)
