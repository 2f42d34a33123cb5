import { randomUUID } from 'node:crypto';
import type {
  AdminOrder,
  AuditEntry,
  ErrorCode,
  ExportCursor,
  ExportPage,
  Geode,
  HistoryPage,
  ListAuditEntries,
  OpenHolds,
  OrderEventView,
  PaymentDifference,
  ProcessHealth,
  RefundableOrder,
  Sales,
  ShowcaseItem,
  InventoryAge,
} from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import type { FakeHandlers } from '@geodes/testing';

export const buyerDetails = {
  email: ' Sam@Example.com ',
  firstName: 'Sam',
  lastName: 'Stone',
  address: '1 Main Street',
  city: 'Keokuk',
  state: 'IA',
  zipCode: '52632',
  phone: '',
};
/** Body of POST /api/orders/square. */
export const orderBody = {
  items: [{ geodeId: '11111111-1111-4111-8111-111111111111', quantity: 1 }],
  paymentToken: 'cnon:card-nonce-ok',
  buyerDetails,
};

export const KNOWN: Geode = {
  id: '11111111-1111-4111-8111-111111111111',
  title: 'Evening Amethyst',
  description: 'Violet points in a hollow ringed by blue chalcedony. '.repeat(3),
  price: '129.00',
  size: '4.25 inches',
  location: 'Hamilton, Illinois',
  crystalType: 'Amethyst',
  imageUrl: '/objects/amethyst.jpg',
  imageUrls: ['/objects/amethyst.jpg'],
  quantity: 1,
  availableQuantity: 1,
  tier: 'S',
  category: 'individual',
  isAvailable: true,
  availability: 'available',
  isFeatured: false,
  isDraft: false,
  availableFrom: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
export const geode = (change: Partial<Geode> = {}): Geode => ({ ...KNOWN, id: randomUUID(), ...change });
export const SOLD = geode({
  id: '22222222-2222-4222-8222-222222222222',
  title: 'Sold Geode',
  isAvailable: false,
  availability: 'sold',
  quantity: 0,
  availableQuantity: 0,
});
export const UNKNOWN_ID = '99999999-9999-4999-8999-999999999999';

export const showcaseItem: ShowcaseItem = {
  id: '33333333-3333-4333-8333-333333333333',
  title: 'The first one',
  description: 'Found in 1988.',
  images: ['/objects/first.jpg'],
  videoUrl: null,
  tier: 'S',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

export const adminOrder = (change: Partial<Required<AdminOrder>> = {}): Required<AdminOrder> => ({
  id: '44444444-4444-4444-8444-444444444444',
  orderNumber: '44444444',
  customerName: 'Sam Stone',
  customerEmail: 'sam@example.com',
  customerPhone: null,
  total: '129.00',
  discount: '0.00',
  status: 'paid',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  archivedAt: null,
  squarePaymentId: 'payment-1',
  carrier: null,
  trackingNumber: null,
  ownRefunds: [],
  items: [],
  shippingAddress: {
    addressLine1: '1 Main Street',
    addressLine2: '',
    locality: 'Keokuk',
    administrativeDistrictLevel1: 'IA',
    postalCode: '52632',
    country: 'US',
  },
  ...change,
});

/** An order as the gateway responds with it, without refunds. */
export const refundableOrder = (change: Partial<RefundableOrder> = {}): RefundableOrder => ({
  ...adminOrder(change),
  refundedTotal: '0.00',
  refunds: [],
  ...change,
});

export const difference = (change: Partial<PaymentDifference> = {}): PaymentDifference => ({
  id: '55555555-5555-4555-8555-555555555555',
  kind: 'unknown-attempt',
  squarePaymentId: 'payment-2',
  orderId: null,
  amountCents: 12_900,
  seenAt: '2026-01-01T00:00:00.000Z',
  state: 'open',
  text: 'Square has a payment of $129.00 that the shop’s books do not know.',
  advice: 'Look it up in Square.',
  ...change,
});

export const processHealth = (checks: string[]): ProcessHealth => ({
  version: '9.9.9',
  startedAt: '2026-01-01T00:00:00.000Z',
  checks: checks.map((name) => ({ name, isWell: true })),
});

export const failedEvent = (change: Partial<OrderEventView> = {}): OrderEventView => ({
  id: '66666666-6666-4666-8666-666666666666',
  type: 'order.paid',
  orderId: adminOrder().id,
  orderNumber: adminOrder().orderNumber,
  state: 'failed',
  createdAt: '2026-01-01T00:00:00.000Z',
  enqueued: 10,
  nextTryAt: null,
  failures: 10,
  lastError: 'There is no such reservation.',
  lastFailedAt: '2026-01-01T00:04:00.000Z',
  failedAt: '2026-01-01T00:04:00.000Z',
  doneAt: null,
  droppedAt: null,
  droppedBy: null,
  droppedReason: null,
  ...change,
});

export const sales = (): Sales => ({
  timeZone: 'America/Chicago',
  step: 'day',
  from: '2026-11-21',
  to: '2026-11-21',
  firstDay: '2026-05-01',
  total: { revenue: '129.00', orders: 1, averageOrder: '129.00', geodes: 1 },
  points: [{ start: '2026-11-21', revenue: '129.00', orders: 1, averageOrder: '129.00' }],
  buyers: {
    first: { revenue: '129.00', orders: 1, averageOrder: '129.00' },
    returning: { revenue: '0.00', orders: 0, averageOrder: null },
  },
  sold: {
    crystalType: [{ value: 'Quartz', geodes: 1, revenue: '129.00' }],
    tier: [{ value: null, geodes: 1, revenue: '129.00' }],
    location: [{ value: 'Keokuk, Iowa', geodes: 1, revenue: '129.00' }],
    priceBand: [{ value: '10000', geodes: 1, revenue: '129.00' }],
  },
});

export const inventoryAge: InventoryAge = {
  geodes: 1,
  inCheckout: 0,
  value: '129.00',
  medianDays: 12,
  ages: [{ fromDays: 0, geodes: 1, value: '129.00' }],
  oldest: [{ id: KNOWN.id, title: KNOWN.title, price: '129.00', days: 12 }],
};

export const auditEntry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '77777777-7777-4777-8777-777777777777',
  at: '2026-01-01T00:00:00.000Z',
  action: 'edited',
  fields: [{ field: 'price', before: '129.00', after: '99.00' }],
  session: 'Chrome on Windows 3fa9c1',
  requestId: 'request-1',
  ...change,
});

export const openHolds = (): OpenHolds => ({
  holds: [],
  count: 0,
  geodes: 0,
  underPayment: 0,
  oldestStartedAt: null,
  lastEndsAt: null,
});

const history = ({ page, limit }: ListAuditEntries): HistoryPage => ({
  changes: page === 1 ? [auditEntry()] : [],
  page,
  limit,
  total: 1,
  totalPages: 1,
});

/** Returns a handler that refuses every request. */
export const refuse = (code: ErrorCode, message: string, details?: unknown) => (): never => {
  throw new AppError(code, message, details);
};
/** Returns a handler that lists these geodes on one page. */
export const listing = (geodes: Geode[]): FakeHandlers['catalog.list-geodes'] => {
  const total = geodes.length;
  return ({ page, limit }) => ({ geodes, page, limit, total, totalPages: 1 });
};

/** Returns the page of 200 rows after the cursor. */
export const exportPage = <T extends { createdAt: string; id: string }>(
  all: readonly T[],
  after: ExportCursor | null,
): ExportPage<T> => {
  const from = after ? all.findIndex(({ id }) => id === after.id) + 1 : 0;
  const rows = all.slice(from, from + 200);
  const last = rows[199];
  return { rows, next: last ? { createdAt: last.createdAt, id: last.id } : null };
};

const listedOrder = (isArchived = false): AdminOrder =>
  adminOrder(isArchived ? { archivedAt: '2026-02-01T00:00:00.000Z' } : {});

const find = (id: string): Geode => {
  const known = [KNOWN, SOLD].find((one) => one.id === id);
  if (!known) throw new AppError('NOT_FOUND', 'There is no such geode.');
  return known;
};

/** Fake handlers of catalog, orders, payments and media. They return the objects above and store nothing. */
export const fakeServices = (): FakeHandlers => ({
  'catalog.ping': () => ({}),
  'orders.ping': () => ({}),
  'payments.ping': () => ({}),
  'media.ping': () => ({}),
  'catalog.health': () => processHealth(['nats', 'database', 'redis']),
  'orders.health': () => processHealth(['nats', 'database']),
  'payments.health': () => processHealth(['nats', 'postgres']),
  'media.health': () => processHealth(['nats', 'database', 'object-store']),
  'media.placeholders': () => ({ placeholders: {} }),
  'catalog.list-geodes': listing([KNOWN]),
  'catalog.list-featured': () => [KNOWN],
  'catalog.get-geode': ({ id }) => find(id),
  'catalog.list-showcase': () => [showcaseItem],
  'catalog.list-sitemap': () => ({
    geodes: [{ id: KNOWN.id, updatedAt: KNOWN.updatedAt, imageUrl: KNOWN.imageUrl, title: KNOWN.title }],
    total: 1,
  }),
  'catalog.list-inventory': ({ page = 1, limit = 10 }) => ({
    geodes: page === 1 ? [KNOWN, SOLD].slice(0, limit) : [],
    page,
    limit,
    total: 2,
    totalPages: Math.ceil(2 / limit),
  }),
  'catalog.export-geodes': () => ({ rows: [KNOWN, SOLD], next: null }),
  'catalog.past-import': () => ({ created: null, importedAt: null }),
  'catalog.import-geodes': ({ geodes }) => ({ created: geodes.length }),
  'catalog.create-geode': ({ title, price }) => geode({ title, price }),
  'catalog.update-geode': ({ id, changes: { title, isFeatured } }) => ({
    ...find(id),
    ...(title ? { title } : {}),
    ...(isFeatured === undefined ? {} : { isFeatured }),
  }),
  'catalog.schedule-geodes': ({ ids }) => ({ changed: ids.length }),
  'catalog.delete-geode': ({ id }) => {
    if (id === SOLD.id) throw new AppError('GEODE_IN_ORDER', 'This geode is part of an order and stays.');
    find(id);
    return {};
  },
  'catalog.current-hold': () => ({ hold: null }),
  'catalog.end-hold': () => ({}),
  'catalog.create-showcase-item': ({ title }) => ({ ...showcaseItem, title }),
  'catalog.update-showcase-item': ({ changes: { title } }) => ({ ...showcaseItem, ...(title ? { title } : {}) }),
  'catalog.delete-showcase-item': () => ({}),
  'orders.checkout': ({ orderId }) => ({
    outcome: 'paid',
    order: {
      orderId,
      orderNumber: orderId.slice(-8).toUpperCase(),
      total: '116.10',
      discount: '12.90',
      status: 'paid',
    },
  }),
  'orders.check-key': () => ({ isKnown: false }),
  'orders.check-first-time': ({ email }) => ({ isFirstTime: email === 'new@example.com' }),
  'orders.lookup': () => [],
  'orders.list': ({ page, limit, archived }) => ({
    orders: page === 1 ? [listedOrder(archived)] : [],
    page,
    limit,
    total: 1,
    totalPages: 1,
  }),
  'orders.sales': sales,
  'catalog.get-inventory-age': () => inventoryAge,
  'orders.export': ({ archived }) => ({ rows: [listedOrder(archived)], next: null }),
  'orders.set-status': ({ status, carrier = null, trackingNumber = null }) =>
    adminOrder({ status, carrier, trackingNumber }),
  'orders.archive': () => adminOrder({ archivedAt: '2026-02-01T00:00:00.000Z' }),
  'orders.list-events': () => ({ events: [failedEvent()], counts: { waiting: 0, failed: 1 } }),
  'orders.get-event': ({ id }) => failedEvent({ id, state: 'waiting', failedAt: null }),
  'orders.retry-event': () => ({ retried: 1 }),
  'orders.drop-event': ({ id, reason, by }) =>
    failedEvent({ id, state: 'dropped', droppedReason: reason, droppedBy: by }),
  'orders.list-letters': () => ({ letters: [], counts: { waiting: 0, failed: 0, off: 0 }, hasMailServer: true }),
  'orders.retry-letter': () => ({ retried: 1 }),
  'orders.list-changes': history,
  'catalog.list-geode-changes': history,
  'catalog.list-showcase-changes': history,
  'catalog.list-shop-changes': history,
  'catalog.list-holds': () => openHolds(),
  'catalog.end-hold-for-owner': () => ({}),
  'orders.refund': ({ refundId }) => ({ id: refundId, amount: '12.50', status: 'completed', message: null }),
  'payments.list-refunds': () => [],
  'payments.differences': () => ({ checkedAt: '2026-01-01T00:00:00.000Z', differences: [difference()] }),
  'payments.reconcile': () => ({ payments: 3, repaired: 1, reported: 1 }),
  'payments.acknowledge-difference': ({ id }) => {
    if (id !== difference().id) throw new AppError('NOT_FOUND', 'There is no such difference.');
    return difference({ state: 'seen' });
  },
  'payments.receive-webhook': ({ signature }) => {
    if (signature !== 'right') throw new AppError('FORBIDDEN', 'This did not come from Square.');
    return {};
  },
  'media.ingest': () => ({ objectPath: '/objects/new.jpg', width: 800, height: 1000, placeholder: 'data:,' }),
  'media.known-pictures': ({ names }) => ({ known: names.filter((name) => !name.startsWith('f')) }),
  'media.locate': refuse('NOT_FOUND', 'There is no such picture.'),
});
