import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { InFlight } from './in-flight.js';

// its default of 10 ms would wake an idle process a hundred times a second, at 1 % of a core
collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 100 });

/** Prometheus metrics of this process. Names start with `shop_`. */
export const metrics = {
  registry: register,
  messages: new Histogram({
    name: 'shop_message_seconds',
    help: 'Time to answer a NATS message, by subject and result',
    labelNames: ['subject', 'result'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  }),
  calls: new Histogram({
    name: 'shop_call_seconds',
    help: 'Time of a call to another service, by subject and result',
    labelNames: ['subject', 'result'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  }),
};

export { Counter, Gauge, Histogram };

let sources: { inFlight?: Pick<InFlight, 'size'>; requests?: () => number; pool?: Pool } = {};

/** Gauges read their sources on GET /metrics, so normal work costs nothing. */
new Gauge({
  name: 'shop_in_flight',
  help: 'Work in hand now: messages of NATS and what goes on behind them, and HTTP requests',
  labelNames: ['what'] as const,
  collect() {
    if (sources.inFlight) this.set({ what: 'message' }, sources.inFlight.size);
    if (sources.requests) this.set({ what: 'request' }, sources.requests());
  },
});

new Gauge({
  name: 'shop_pool_connections',
  help: 'Connections to the database by state, and how many callers wait for one',
  labelNames: ['state'] as const,
  collect() {
    const { pool } = sources;
    if (!pool) return;
    this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    this.set({ state: 'idle' }, pool.idleCount);
    this.set({ state: 'waiting' }, pool.waitingCount);
  },
});

/** Registers the sources of the saturation gauges. A gauge without a source reports nothing. */
export const measureSaturation = (more: Omit<typeof sources, 'pool'> & { database?: DataSource }): void => {
  const { database, ...others } = more;
  const { master } = (database?.driver ?? {}) as { master?: Pool };
  sources = { ...sources, ...others, ...(master ? { pool: master } : {}) };
};
