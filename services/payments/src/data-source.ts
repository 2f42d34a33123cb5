import { databaseOptions } from '@geodes/kit';
import type { DataSourceOptions } from 'typeorm';
import type { PaymentsConfig } from './config.js';
import { Payments1763715600000 } from './migrations/1763715600000-payments.js';
import { DifferencesAndRefunds1764100000000 } from './migrations/1764100000000-differences-and-refunds.js';
import { NoteRefunds1795320000000 } from './migrations/1795320000000-note-refunds.js';
import { RefusalsAndOwedRefunds1795500000000 } from './migrations/1795500000000-refusals-and-owed-refunds.js';
import { DropWebhookEvents1795600000000 } from './migrations/1795600000000-drop-webhook-events.js';
import { Payment } from './payments/payment.entity.js';
import { ReconciliationRun } from './reconciliation/reconciliation-run.entity.js';
import { Difference } from './differences/difference.entity.js';
import { Refund } from './payments/refund.entity.js';

/** The options of the payments database: its entities, and the migrations that create their tables. */
export const paymentsDatabase = ({
  DATABASE_URL,
  NAME,
}: Pick<PaymentsConfig, 'DATABASE_URL' | 'NAME'>): DataSourceOptions =>
  databaseOptions({
    url: DATABASE_URL,
    entities: [Payment, Refund, Difference, ReconciliationRun],
    migrations: [
      Payments1763715600000,
      DifferencesAndRefunds1764100000000,
      NoteRefunds1795320000000,
      RefusalsAndOwedRefunds1795500000000,
      DropWebhookEvents1795600000000,
    ],
    name: NAME ?? 'payments',
  });
