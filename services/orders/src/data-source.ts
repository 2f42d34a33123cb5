import type { DataSourceOptions } from 'typeorm';
import { databaseOptions, loadMigrations } from '@geodes/kit';
import { AuditEntryRow } from '@geodes/kit/audit-log';
import { CheckoutAttempt } from './checkout/checkout-attempt.entity.js';
import { LetterRow, SaleReminder } from './letters/letter.entity.js';
import { Order, OrderItem } from './orders/order.entity.js';
import { OrderRefund } from './refunds/order-refund.entity.js';
import { OutboxRow } from './outbox/outbox-row.js';

const migrations = await loadMigrations(new URL('migrations/', import.meta.url));

export const ordersDatabase = (url: string): DataSourceOptions =>
  databaseOptions({
    url,
    name: 'orders',
    entities: [AuditEntryRow, CheckoutAttempt, LetterRow, Order, OrderItem, OrderRefund, OutboxRow, SaleReminder],
    migrations,
    poolSize: 16,
  });
