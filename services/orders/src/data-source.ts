import type { DataSourceOptions } from 'typeorm';
import { databaseOptions, loadMigrations } from '@geodes/kit';
import { AuditEntryRow } from '@geodes/kit/audit-log';
import { CheckoutAttempt } from './checkout/checkout-attempt.entity.js';
import { DiscountClaim } from './checkout/first-order-discount.js';
import { RestoreGateRow } from './checkout/restore-gate.js';
import { LetterRow } from './letters/letter.entity.js';
import { SaleReminder } from './letters/sale-reminder.entity.js';
import { Order } from './orders/order.entity.js';
import { OrderItem } from './orders/order-item.entity.js';
import { OrderRefund } from './refunds/order-refund.entity.js';
import { OutboxRow } from './outbox/outbox-row.entity.js';
import { FirstPaidOrder } from './sales/sales.service.js';

const migrations = await loadMigrations(new URL('migrations/', import.meta.url));

export const ordersDatabase = (url: string): DataSourceOptions =>
  databaseOptions({
    url,
    name: 'orders',
    entities: [
      AuditEntryRow,
      CheckoutAttempt,
      DiscountClaim,
      FirstPaidOrder,
      LetterRow,
      Order,
      OrderItem,
      OrderRefund,
      OutboxRow,
      RestoreGateRow,
      SaleReminder,
    ],
    migrations,
    poolSize: 16,
  });
