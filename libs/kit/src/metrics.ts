import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';

collectDefaultMetrics({ register });

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
