# The images of the shop, one target each: gateway, catalog, orders, payments, media, audit, migrations, object-store, seed,
# square-simulator and mail-catcher. `docker compose build` makes them all; they share every layer below their own packages.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS base
WORKDIR /shop

# Only what says which packages there are: a changed source leaves the installed packages as they are.
FROM base AS manifests
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json -delete && find . -type d -empty -delete

FROM base AS build
COPY --from=manifests /shop ./
# npm ci refuses a lock file without the optional packages of other systems; --no-save keeps to its versions all the same.
RUN --mount=type=cache,target=/root/.npm \
    npm install --no-save --ignore-scripts --no-audit --no-fund --no-progress --loglevel=error --include-workspace-root \
    -w gateway -w web -w libs/contracts -w libs/kit -w libs/servers -w services/catalog -w services/orders \
    -w services/payments -w services/media -w tools/audit -w tools/ops -w tools/seed -w tools/square-simulator -w tools/mail-catcher \
    -w tools/start
COPY . .
RUN node node_modules/@typescript/native/bin/tsc -b gateway services/catalog services/orders services/payments \
    services/media tools/audit tools/ops tools/seed tools/square-simulator tools/mail-catcher tools/start \
    && npm run build -w web

# Each process with the packages it needs to run, and nothing to build with.
FROM build AS gateway-files
# With it what the operator types: `docker compose run --rm ops status`.
RUN node deploy/images/gather.mjs /out gateway tools/ops && mkdir -p /out/web && cp -r web/dist /out/web/dist
FROM build AS catalog-files
RUN node deploy/images/gather.mjs /out services/catalog
FROM build AS orders-files
RUN node deploy/images/gather.mjs /out services/orders
FROM build AS payments-files
RUN node deploy/images/gather.mjs /out services/payments
FROM build AS media-files
RUN node deploy/images/gather.mjs /out services/media
FROM build AS audit-files
RUN node deploy/images/gather.mjs /out tools/audit
FROM build AS migrations-files
RUN node deploy/images/gather.mjs /out tools/start services/catalog services/orders services/payments services/media
FROM build AS object-store-files
RUN node deploy/images/gather.mjs /out libs/servers
FROM build AS seed-files
RUN node deploy/images/gather.mjs /out tools/seed
FROM build AS square-simulator-files
RUN node deploy/images/gather.mjs /out tools/square-simulator
FROM build AS mail-catcher-files
RUN node deploy/images/gather.mjs /out tools/mail-catcher

FROM base AS runtime
# What a volume is mounted on for the first time says whose it is.
RUN install -d -o node -g node /data /secrets /secrets/kept /secrets/postgres /secrets/redis /secrets/nats \
    /secrets/object-store /secrets/migrations /secrets/catalog /secrets/orders /secrets/payments /secrets/media \
    /secrets/gateway /secrets/ops /secrets/audit /secrets/seed /secrets/square-simulator /redis-data
COPY --from=build /shop/tools/start/package.json tools/start/package.json
COPY --from=build /shop/tools/start/dist/containers/launch.js /shop/tools/start/dist/containers/secret-files.js \
    tools/start/dist/containers/
COPY deploy/images/healthy.sh /usr/local/bin/healthy
COPY deploy/images/ops.sh /usr/local/bin/ops
USER node
ENTRYPOINT ["node", "tools/start/dist/containers/launch.js"]

FROM runtime AS gateway
COPY --from=gateway-files /out ./
ENV HOST=0.0.0.0 \
    PORT=8080
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=3 \
    CMD healthy "$PORT"
CMD ["gateway/dist/main.js"]

FROM runtime AS catalog
COPY --from=catalog-files /out ./
ENV HTTP_HOST=0.0.0.0 \
    HTTP_PORT=9101
EXPOSE 9101
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=3 \
    CMD healthy "$HTTP_PORT"
CMD ["services/catalog/dist/main.js"]

FROM runtime AS orders
COPY --from=orders-files /out ./
ENV HTTP_HOST=0.0.0.0 \
    HTTP_PORT=9102
EXPOSE 9102
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=3 \
    CMD healthy "$HTTP_PORT"
CMD ["services/orders/dist/main.js"]

FROM runtime AS payments
COPY --from=payments-files /out ./
ENV HTTP_HOST=0.0.0.0 \
    HTTP_PORT=9103
EXPOSE 9103
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=3 \
    CMD healthy "$HTTP_PORT"
CMD ["services/payments/dist/main.js"]

FROM runtime AS media
COPY --from=media-files /out ./
ENV HTTP_HOST=0.0.0.0 \
    HTTP_PORT=9104
EXPOSE 9104
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=3 \
    CMD healthy "$HTTP_PORT"
CMD ["services/media/dist/main.js"]

FROM runtime AS audit
COPY --from=audit-files /out ./
ENV AUDIT_WATCH=on \
    HTTP_HOST=0.0.0.0 \
    HTTP_PORT=9105
EXPOSE 9105
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=3 \
    CMD healthy "$HTTP_PORT" /health/live
CMD ["tools/audit/dist/main.js"]

# Steps that end: no health check.
FROM runtime AS migrations
COPY --from=migrations-files /out ./
HEALTHCHECK NONE
CMD ["tools/start/dist/containers/migrate.js"]

FROM runtime AS seed
COPY --from=seed-files /out ./
ENV DATA_DIR=/data
HEALTHCHECK NONE
CMD ["tools/seed/dist/main.js"]

FROM runtime AS object-store
COPY --from=object-store-files /out ./
EXPOSE 9000
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=3 \
    CMD ["healthy", "9000", "/health"]
CMD ["libs/servers/dist/object-store-main.js", "/run/shop/config.json"]

FROM runtime AS square-simulator
COPY --from=square-simulator-files /out ./
ENV DATA_DIR=/data \
    SQUARE_SIMULATOR_HOST=0.0.0.0 \
    SQUARE_SIMULATOR_PORT=8090
EXPOSE 8090
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=3 \
    CMD healthy "$SQUARE_SIMULATOR_PORT"
CMD ["tools/square-simulator/dist/main.js"]

FROM runtime AS mail-catcher
COPY --from=mail-catcher-files /out ./
ENV DATA_DIR=/data \
    MAIL_CATCHER_HOST=0.0.0.0 \
    MAIL_CATCHER_PORT=8095
EXPOSE 8095 8096
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=3 \
    CMD healthy "$MAIL_CATCHER_PORT"
CMD ["tools/mail-catcher/dist/main.js"]
