#!/bin/sh
# Collects 10.50 GHS, waits for the customer, and asks how it ended; then the same with a wrong PIN.
set -eu
url=${PAYMENTS_SANDBOX_URL:-http://127.0.0.1:4747}
key=${PAYMENTS_SANDBOX_API_KEY:-test_sandbox}

# post PATH JSON
post() {
  curl --silent --show-error --fail-with-body "$url$1" \
    --header "Authorization: $key" --header 'Content-Type: application/json' --data "$2"
}

# collect NUMBER REFERENCE: starts a collection and prints its id.
collect() {
  post /collections/mobilemoney '{"amount": 10.5, "currency": "GHS", "network": "MTN", "accountName": "Ama Mensah",
    "accountNumber": "'"$1"'", "reason": "Tea", "reference": "'"$2"'"}' | sed 's/.*"id":"\([^"]*\)".*/\1/'
}

# expect ID STATUS: asks for the status, and fails when it is another.
expect() {
  payment=$(curl --silent --show-error --fail-with-body "$url/payments/$1" --header "Authorization: $key")
  status=$(echo "$payment" | sed 's/.*"status":"\([A-Z]*\)".*/\1/')
  echo "$1 is $status"
  [ "$status" = "$2" ]
}

run=$(date +%s) # A reference can be used once.

paid=$(collect 0241234567 "paid-$run")
expect "$paid" INITIATED
post /_sandbox/clock/advance '{"by": "10s"}' >/dev/null # Instead of waiting.
expect "$paid" COMPLETED

wrong_pin=$(collect 0240009110 "wrong-pin-$run") # The end of the number chooses what happens.
post /_sandbox/clock/advance '{"by": "10s"}' >/dev/null
expect "$wrong_pin" FAILED
