import { collectDefaultMetrics, Registry } from 'prom-client';

/** Metrics of the process. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });
