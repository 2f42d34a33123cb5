import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const registers = [registry];

/** Prometheus metrics of the simulator; names start with `square_simulator_`. */
export const metrics = {
  registry,
  requests: new Histogram({
    name: 'square_simulator_request_seconds',
    help: 'Time to answer a request, by method, route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  }),
  paymentChanges: new Counter({
    name: 'square_simulator_payment_changes_total',
    help: 'Payments written to the ledger, by the status they then had',
    labelNames: ['status'] as const,
    registers,
  }),
  deliveries: new Counter({
    name: 'square_simulator_webhook_deliveries_total',
    help: 'Attempts to deliver a notification, by result: delivered, failed, given_up',
    labelNames: ['result'] as const,
    registers,
  }),
  faults: new Counter({
    name: 'square_simulator_faults_total',
    help: 'Calls that went wrong because a test asked for it, by kind',
    labelNames: ['kind'] as const,
    registers,
  }),
  ledger: new Gauge({
    name: 'square_simulator_ledger_entries',
    help: 'What the ledger holds, by kind: payments, refunds, approved (not yet captured or voided), events (unsent)',
    labelNames: ['kind'] as const,
    registers,
  }),
  hungReplies: new Gauge({
    name: 'square_simulator_hung_replies',
    help: 'Calls that are kept open and will never be answered',
    registers,
  }),
};
