import { hash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import Bowser from 'bowser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { REDIS, type Redis, orUnavailable } from '../connections.js';
import { cookieName, cookieOptions } from '../http/cookies.js';

/** Browsers keep a cookie for 400 days at most (RFC 6265bis, section 5.5). */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
const MAX_DEVICES = 50;
/** A sorted set of hashes of device ids by time of last login. */
const DEVICES = 'gateway:devices';

/** Redis stores hashes of the ids of devices and sessions, so a stolen copy of it lets no one in. */
export const hashOf = (id: string): string => hash('sha256', id);

/** A device whose cookie has yet to be set. */
interface Device {
  id: string;
  hash: string;
}

/**
 * The devices from which the owner has logged in, each with a random id in a cookie of its own. Failed PINs of others never
 * lock a known device out (OWASP, "device cookies"). Methods throw UNAVAILABLE without Redis.
 */
@Injectable()
export class KnownDevices {
  private readonly cookie: string;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly config: GatewayConfig,
  ) {
    this.cookie = cookieName('admin_device', config);
  }

  /** Returns the hash of the browser's device id; undefined if no login from it has succeeded or it was forgotten. */
  async find(request: FastifyRequest): Promise<string | undefined> {
    const id = request.cookies[this.cookie];
    if (!id) return undefined;
    const hash = hashOf(id);
    const usedAt = await orUnavailable(this.redis.zscore(DEVICES, hash));
    return usedAt !== null && Number(usedAt) > Date.now() - MAX_AGE_SECONDS * 1_000 ? hash : undefined;
  }

  /** Stores the device of a successful login. A known one keeps its id; a client cannot choose one. */
  async remember(request: FastifyRequest): Promise<Device> {
    const isKnown = (await this.find(request)) !== undefined;
    const id = (isKnown && request.cookies[this.cookie]) || randomBytes(32).toString('base64url');
    const hash = hashOf(id);
    await orUnavailable(this.redis.zadd(DEVICES, Date.now(), hash));
    await orUnavailable(this.redis.zremrangebyrank(DEVICES, 0, -MAX_DEVICES - 1));
    return { id, hash };
  }

  setCookie({ id }: Device, request: FastifyRequest, reply: FastifyReply): void {
    void reply.setCookie(this.cookie, id, { ...cookieOptions(request, this.config), maxAge: MAX_AGE_SECONDS });
  }

  async forget(hashes: string[]): Promise<void> {
    if (hashes.length > 0) await orUnavailable(this.redis.zrem(DEVICES, ...hashes));
  }

  /** Forgets all devices but `hash`. */
  async forgetOthers(hash?: string | null): Promise<void> {
    const known = await orUnavailable(this.redis.zrange(DEVICES, 0, -1));
    await this.forget(known.filter((device) => device !== hash));
  }
}

/** Longer user agents are cut. */
const MAX_USER_AGENT_LENGTH = 300;
const MAX_NAME_LENGTH = 20;

/** Names a browser's device for the owner, such as `Chrome on Windows`. The name is safe in a message header. */
export const deviceName = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, MAX_USER_AGENT_LENGTH).trim();
  if (text === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(text);
  const name = headerSafe(browser.name) || 'Unknown browser';
  const system = headerSafe(os.name);
  return system ? `${name} on ${system}` : name;
};

const headerSafe = (name: string | undefined): string =>
  (name ?? '')
    .replace(/[^\w .-]/g, '')
    .trim()
    .slice(0, MAX_NAME_LENGTH);
