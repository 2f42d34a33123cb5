#!/bin/bash
# ops COMMAND…: what the operator does with the running shop: `docker compose run --rm ops status`. It has a NATS user of its
# own, because the gateway may not do all that the operator may.
[[ -f /shop/tools/ops/dist/main.js ]] || { echo 'ops is in the image of the gateway only.' >&2; exit 2; }
cd /shop && exec node tools/start/dist/containers/launch.js tools/ops/dist/main.js "$@"
