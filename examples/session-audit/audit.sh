#!/bin/sh
# Starts the shop, logs in as a customer, and audits the shop with his session.
set -eu
node shop.mjs &
trap "kill $!" EXIT
SHOP_SESSION=$(
  curl --silent --retry 30 --retry-connrefused --retry-delay 1 --dump-header - \
    --data 'email=ama@example.com&password=moonlight' http://127.0.0.1:3000/login |
    sed -n 's/^[Ss]et-[Cc]ookie: session=\([^;]*\).*/\1/p'
)
export SHOP_SESSION
npx --no payments-sandbox audit --plan audit.yaml
