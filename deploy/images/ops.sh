#!/bin/bash
# ops COMMAND…: what the operator does with the running shop, in the gateway's container: `docker compose exec gateway ops
# status`. It is told where the shop is as the gateway is; the PIN of the demo is not said again.
[[ -f /shop/tools/ops/dist/main.js ]] || { echo 'ops is in the image of the gateway only.' >&2; exit 2; }
[[ -n $KUBERNETES_SERVICE_HOST ]] || export AUDIT_URL="${AUDIT_URL:-http://audit:9105}"
cd /shop && SHOW_ADMIN_PIN=off exec node tools/start/dist/containers/launch.js tools/ops/dist/main.js "$@"
