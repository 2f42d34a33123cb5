import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, HeadBucketCommand } from '@aws-sdk/client-s3';
import type { ObjectStoreAccess, ServerUrls } from '@geodes/servers';
import { createClient } from './backup/object-files.js';

const REACH_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 2000;
const DEFAULT_PORTS: Record<string, number> = { 'redis:': 6379, 'rediss:': 6379, 'nats:': 4222, 'tls:': 4222 };

/** Waits until the external Redis and NATS accept connections. Throws after 15 s, naming the variable. */
export async function reachExternalServers(urls: Pick<Partial<ServerUrls>, 'redis' | 'nats'>): Promise<void> {
  await Promise.all([reach('Redis', 'REDIS_URL', urls.redis), reach('NATS', 'NATS_URL', urls.nats)]);
}

async function reach(title: string, variable: string, url: string | undefined): Promise<void> {
  if (!url) return;
  const { hostname, port, protocol } = new URL(url);
  const portNumber = Number(port) || DEFAULT_PORTS[protocol] || 0;
  const until = Date.now() + REACH_TIMEOUT_MS;
  while (!(await accepts(hostname.replace(/^\[|\]$/g, ''), portNumber))) {
    if (Date.now() > until) throw new Error(unreachableText(title, variable, `${hostname}:${portNumber}`));
    await sleep(500);
  }
}

/** Explains what to do when an external server does not respond. */
export const unreachableText = (title: string, variable: string, reason: string): string =>
  `${title} cannot be reached (${reason}). Start it, correct ${variable}, or leave ${variable} out: then the shop runs a private one.`;

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const BUCKET_TIMEOUT_MS = 10_000;

/** Creates the bucket in an external object store if it is missing. Throws when the store refuses or times out. */
export async function makeBucket(access: ObjectStoreAccess): Promise<void> {
  const { bucket } = access;
  const client = createClient(access);
  const abortSignal = AbortSignal.timeout(BUCKET_TIMEOUT_MS);
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
  } catch (error) {
    if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket: bucket }), { abortSignal });
  } finally {
    client.destroy();
  }
}
