import type { EventName, QueueName, Subject } from './messages.js';

/** Every process with a NATS user. Its name is the user's; `ops` is the operator's command line. */
export const NATS_USERS = ['gateway', 'catalog', 'orders', 'payments', 'media', 'ops', 'seed'] as const;
export type NatsUser = (typeof NATS_USERS)[number];

/** Every process with a Redis user. `migrations` clears queues for a restore; `health` only pings. */
export const REDIS_USERS = ['gateway', 'catalog', 'orders', 'migrations', 'health'] as const;
export type RedisUser = (typeof REDIS_USERS)[number];

/** Who may send each request. The service in the subject's name responds. */
export const CALLERS: Record<Subject, readonly NatsUser[]> = {
  'catalog.list-geodes': ['gateway'],
  'catalog.list-featured': ['gateway'],
  'catalog.get-geode': ['gateway', 'seed'],
  'catalog.list-inventory': ['gateway', 'seed'],
  'catalog.list-sitemap': ['gateway'],
  'catalog.create-geode': ['gateway'],
  'catalog.update-geode': ['gateway', 'seed'],
  'catalog.schedule-geodes': ['gateway'],
  'catalog.list-openings': ['orders'],
  'catalog.delete-geode': ['gateway'],
  'catalog.import-geodes': ['gateway', 'seed'],
  'catalog.past-import': ['gateway'],
  'catalog.export-geodes': ['gateway'],
  'catalog.list-showcase': ['gateway'],
  'catalog.create-showcase-item': ['gateway', 'seed'],
  'catalog.update-showcase-item': ['gateway'],
  'catalog.delete-showcase-item': ['gateway'],
  'catalog.get-inventory-age': ['gateway'],
  'catalog.count-demo-geodes': ['ops'],
  'catalog.used-pictures': ['media'],
  'catalog.list-geode-changes': ['gateway'],
  'catalog.list-showcase-changes': ['gateway'],
  'catalog.reserve-geodes': ['orders'],
  'catalog.release-geodes': ['orders'],
  'catalog.withdraw-geodes': ['payments'],
  'catalog.take-hold': ['gateway'],
  'catalog.current-hold': ['gateway'],
  'catalog.end-hold': ['gateway'],
  'catalog.list-holds': ['gateway', 'ops'],
  'catalog.end-hold-for-owner': ['gateway'],
  'catalog.live-events': ['gateway'],
  'catalog.get-owner-access': ['gateway'],
  'catalog.set-owner-pin': ['gateway'],
  'catalog.forget-owner-pin': ['gateway'],
  'catalog.add-passkey': ['gateway'],
  'catalog.rename-passkey': ['gateway'],
  'catalog.remove-passkey': ['gateway'],
  'catalog.use-passkey': ['gateway'],
  'catalog.forget-passkeys': ['ops'],
  'catalog.return-geodes': ['orders'],
  'catalog.get-shop-details': ['gateway', 'orders', 'ops'],
  'catalog.set-shop-details': ['gateway'],
  'catalog.list-shop-changes': ['gateway'],

  'orders.checkout': ['gateway'],
  'orders.check-key': ['gateway'],
  'orders.check-first-time': ['gateway'],
  'orders.lookup': ['gateway'],
  'orders.list': ['gateway'],
  'orders.export': ['gateway'],
  'orders.set-status': ['gateway'],
  'orders.ship': ['gateway'],
  'orders.archive': ['gateway'],
  'orders.refund': ['gateway'],
  'orders.list-letters': ['gateway', 'ops'],
  'orders.retry-letter': ['gateway', 'ops'],
  'orders.send-test-letter': ['ops'],
  'orders.find-test-letter': ['ops'],
  'orders.ask-reminder': ['gateway'],
  'orders.ask-question': ['gateway'],
  'orders.sales': ['gateway'],
  'orders.used-pictures': ['media'],
  'orders.list-changes': ['gateway'],
  'orders.ack-event': ['catalog'],
  'orders.fail-event': ['catalog'],
  'orders.list-events': ['gateway', 'ops'],
  'orders.get-event': ['gateway', 'ops'],
  'orders.retry-event': ['gateway', 'ops'],
  'orders.drop-event': ['gateway', 'ops'],
  'orders.state': ['ops'],
  'orders.export-buyer': ['ops'],
  'orders.erase-buyer': ['ops'],

  'payments.authorise': ['orders'],
  'payments.capture': ['orders'],
  'payments.void': ['orders'],
  'payments.refund': ['orders'],
  'payments.refund-part': ['orders'],
  'payments.receive-webhook': ['gateway'],
  'payments.reconcile': ['gateway', 'ops'],
  'payments.reconcile-since': ['orders'],
  'payments.differences': ['gateway', 'orders', 'ops'],
  'payments.acknowledge-difference': ['gateway'],
  'payments.refunded-since': ['orders'],
  'payments.list-refunds': ['gateway', 'orders'],
  'payments.state': ['ops'],
  'payments.check-account': ['ops'],
  'payments.export-buyer': ['ops'],
  'payments.erase-buyer': ['orders'],

  'media.ingest': ['gateway', 'seed'],
  'media.locate': ['gateway'],
  'media.placeholders': ['gateway'],
  'media.known-pictures': ['gateway'],

  'catalog.ping': ['gateway'],
  'orders.ping': ['gateway'],
  'payments.ping': ['gateway'],
  'media.ping': ['gateway'],
  'catalog.health': ['gateway'],
  'orders.health': ['gateway'],
  'payments.health': ['gateway'],
  'media.health': ['gateway'],

  'gateway.end-sessions': ['ops'],
  'gateway.get-settings': ['ops'],
  'shop.discover-processes': ['ops'],
};

/** Who may listen to each event. The service in its name publishes it. */
export const LISTENERS: Record<EventName, readonly NatsUser[]> = {
  'catalog.changed': ['gateway'],
};

/** Who adds, takes or counts the jobs of each queue. */
const QUEUE_USERS: Record<QueueName, readonly RedisUser[]> = {
  'catalog.order-events': ['catalog', 'orders'],
  'orders.letters': ['orders'],
};

/** Respond to their own subjects and to `shop.discover-processes`. */
const RESPONDERS = ['gateway', 'catalog', 'orders', 'payments', 'media'] as const satisfies NatsUser[];

const keysOf = <Key extends string>(table: Record<Key, unknown>): Key[] => Object.keys(table) as Key[];
const ownerOf = (subject: string): string => subject.split('.', 1)[0] ?? subject;

export const isNatsUser = (name: string): name is NatsUser => (NATS_USERS as readonly string[]).includes(name);

/** Returns the prefix of the user's reply subjects; no other user may subscribe below it. */
export const inboxPrefix = (user: NatsUser): string => `_INBOX_${user}`;

export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
  /** Whether the user may respond, once to each request that it received. */
  responds: boolean;
}

export const natsPermissions = (user: NatsUser): NatsPermissions => {
  const responds = (RESPONDERS as readonly string[]).includes(user);
  return {
    publish: [
      ...keysOf(CALLERS).filter((subject) => CALLERS[subject].includes(user)),
      ...keysOf(LISTENERS).filter((event) => ownerOf(event) === user),
    ],
    subscribe: [
      `${inboxPrefix(user)}.>`,
      ...(responds ? [`${user}.*`, 'shop.discover-processes'] : []),
      ...keysOf(LISTENERS).filter((event) => LISTENERS[event].includes(user)),
    ],
    responds,
  };
};

/** BullMQ's default prefix. */
const QUEUE_PREFIX = 'bull';

/** Returns the patterns of the keys that the user may read and write. */
export const redisKeys = (user: RedisUser): string[] => {
  if (user === 'gateway') return ['gateway:*'];
  if (user === 'migrations') return [`${QUEUE_PREFIX}:*`];
  return keysOf(QUEUE_USERS)
    .filter((queue) => QUEUE_USERS[queue].includes(user))
    .map((queue) => `${QUEUE_PREFIX}:${queue}:*`);
};
