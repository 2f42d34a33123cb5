import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerUrls } from '@geodes/servers';

const REACH_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 2000;
const DEFAULT_PORTS: Record<string, number> = { 'redis:': 6379, 'rediss:': 6379, 'nats:': 4222, 'tls:': 4222 };

/** Throws, naming the variable, where a given Redis or NATS does not take connections within 15 s. */
export async function reachExternalServers(given: Partial<ServerUrls>): Promise<void> {
  await Promise.all([reach('Redis', 'REDIS_URL', given.redis), reach('NATS', 'NATS_URL', given.nats)]);
}

async function reach(title: string, variable: string, address: string | undefined): Promise<void> {
  if (!address) return;
  const { hostname, port, protocol } = new URL(address);
  const portNumber = Number(port) || DEFAULT_PORTS[protocol] || 0;
  const until = Date.now() + REACH_TIMEOUT_MS;
  while (!(await accepts(hostname.replace(/^\[|\]$/g, ''), portNumber))) {
    if (Date.now() > until) throw new Error(unreachable(title, variable, `${hostname}:${portNumber}`));
    await sleep(500);
  }
}

/** What to do where a server that the environment names does not answer. */
export const unreachable = (title: string, variable: string, reason: string): string =>
  `${title} cannot be reached (${reason}). Start it, mend ${variable}, or leave ${variable} out: then the shop runs one of its own.`;

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => settle(false));
    socket.once('error', () => settle(false));
    socket.once('connect', () => settle(true));
  });
}
