import type { PingSubject } from '@geodes/contracts';
import { Bus, type HealthCheck } from '@geodes/kit';
import { REDIS, type Redis } from './connections.js';
import { ObjectStore } from './media/object-store.js';

const SERVICES = ['catalog', 'orders', 'payments', 'media'] as const;
const PING_TIMEOUT_MS = 2_000;

/** What /health/ready asks besides NATS: the stores, and whether a process of each service listens. */
const checks = (bus: Bus, redis: Redis, store: ObjectStore): HealthCheck[] => [
  { name: 'redis', check: () => redis.ping() },
  { name: 'object-store', check: () => store.ping() },
  ...SERVICES.map((service) => ({
    name: service,
    check: () => bus.call(`${service}.ping` satisfies PingSubject, {}, { timeoutMs: PING_TIMEOUT_MS }),
  })),
];

export const healthProvider = { useFactory: checks, inject: [Bus, REDIS, ObjectStore] };
