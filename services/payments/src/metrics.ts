import { Counter, Gauge, Histogram } from '@geodes/kit';

export const squareCalls = new Histogram({
  name: 'shop_square_calls_seconds',
  help: 'Time of a call to Square, by operation and result',
  labelNames: ['operation', 'result'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 10],
});

export const squareUp = new Gauge({
  name: 'shop_square_up',
  help: '1 where the last call to Square was answered, 0 where it was not, or where the access token was refused',
});

export const paymentOutcomes = new Counter({
  name: 'shop_payments_total',
  help: 'Payment attempts that came to a state',
  labelNames: ['outcome'] as const,
});

// from zero on: Prometheus does not see the growth of a series that begins with its first one
paymentOutcomes.inc({ outcome: 'refused' }, 0);

export const moneyTaken = new Counter({
  name: 'shop_money_taken_cents_total',
  help: 'Money of captured payments in cents; what was refunded later is not taken off',
});

export const reconciliationDifferences = new Counter({
  name: 'shop_reconciliation_differences',
  help: 'Differences between the ledger of Square and ours, by what was done about them',
  labelNames: ['kind'] as const,
});

export const reconciliationOpen = new Gauge({
  name: 'shop_reconciliation_open',
  help: 'Differences with Square that waited for the owner when the last comparison came to its end',
});

export const reconciliationLastRun = new Gauge({
  name: 'shop_reconciliation_last_run_timestamp_seconds',
  help: 'When a comparison with Square last came to its end, by how far back it looks',
  labelNames: ['span'] as const,
});

export const webhooksDropped = new Counter({
  name: 'shop_square_webhooks_dropped_total',
  help: 'Webhooks that found the queue full; reconciliation makes up for them',
});
