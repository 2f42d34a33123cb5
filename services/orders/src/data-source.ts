import type { DataSourceOptions } from 'typeorm';
import { databaseOptions } from '@geodes/kit';
import { AuditEntryRow } from '@geodes/kit/audit-log';
import { CheckoutAttempt } from './checkout/checkout-attempt.entity.js';
import { DiscountClaim } from './checkout/first-order-discount.js';
import { RestoreGateRow } from './checkout/restore-gate.js';
import { CreateOrders1764000000000 } from './migrations/1764000000000-create-orders.js';
import { KeepFailedFacts1795250000000 } from './migrations/1795250000000-keep-failed-facts.js';
import { FindOrders1795270000000 } from './migrations/1795270000000-find-orders.js';
import { KeepChanges1795310000000 } from './migrations/1795310000000-keep-changes.js';
import { SalesByDay1795320000000 } from './migrations/1795320000000-sales-by-day.js';
import { FindCheckoutsOfBuyers1795342500000 } from './migrations/1795342500000-find-checkouts-of-buyers.js';
import { TraceFacts1795350000000 } from './migrations/1795350000000-trace-facts.js';
import { SalesPlans1795360000000 } from './migrations/1795360000000-sales-plans.js';
import { SalesOfThePaid1795370000000 } from './migrations/1795370000000-sales-of-the-paid.js';
import { CloseAfterRestore1795450000000 } from './migrations/1795450000000-close-after-restore.js';
import { FindPicturesOfOrders1795400000000 } from './migrations/1795400000000-find-pictures-of-orders.js';
import { SalesFromOrders1795460000000 } from './migrations/1795460000000-sales-from-orders.js';
import { FirstPaidOrder } from './orders/first-paid-order.entity.js';
import { Order } from './orders/order.entity.js';
import { OrderItem } from './orders/order-item.entity.js';
import { OutboxRow } from './outbox/outbox-row.entity.js';

export const ordersDatabase = (url: string): DataSourceOptions =>
  databaseOptions({
    url,
    name: 'orders',
    entities: [
      AuditEntryRow,
      CheckoutAttempt,
      DiscountClaim,
      FirstPaidOrder,
      Order,
      OrderItem,
      OutboxRow,
      RestoreGateRow,
    ],
    migrations: [
      CreateOrders1764000000000,
      KeepFailedFacts1795250000000,
      FindOrders1795270000000,
      KeepChanges1795310000000,
      SalesByDay1795320000000,
      FindCheckoutsOfBuyers1795342500000,
      TraceFacts1795350000000,
      SalesPlans1795360000000,
      SalesOfThePaid1795370000000,
      FindPicturesOfOrders1795400000000,
      CloseAfterRestore1795450000000,
      SalesFromOrders1795460000000,
    ],
    poolSize: 16,
  });
