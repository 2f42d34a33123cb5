import { Counter, Gauge, Histogram } from '@geodes/kit';

export const squareCalls = new Histogram({
  name: 'shop_square_calls_seconds',
  help: 'Duration of a call to Square, by operation and result',
  labelNames: ['operation', 'result'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 10],
});

export const squareUp = new Gauge({
  name: 'shop_square_up',
  help: '1 if Square answered the last call, 0 if it did not or refused the access token',
});

export const paymentOutcomes = new Counter({
  name: 'shop_payments_total',
  help: 'Payment attempts that entered a state, and commands with an unknown outcome',
  labelNames: ['outcome'] as const,
});

// starts at zero: Prometheus sees no increase in a series that begins at one
paymentOutcomes.inc({ outcome: 'refused' }, 0);

export const moneyTaken = new Counter({
  name: 'shop_money_taken_cents_total',
  help: 'Sum of captured payments in cents; later refunds are not subtracted',
});

export const reconciliationDifferences = new Counter({
  name: 'shop_reconciliation_differences',
  help: "Differences between Square's ledger and the shop's records, by kind",
  labelNames: ['kind'] as const,
});

export const reconciliationOpen = new Gauge({
  name: 'shop_reconciliation_open',
  help: 'Reconciliation differences that wait for the owner',
});

export const reconciliationLastRun = new Gauge({
  name: 'shop_reconciliation_last_run_timestamp_seconds',
  help: 'When a reconciliation run last ended, by how far back it looks',
  labelNames: ['span'] as const,
});

export const webhooksDropped = new Counter({
  name: 'shop_square_webhooks_dropped_total',
  help: 'Webhooks dropped because the queue was full; reconciliation makes up for them',
});
