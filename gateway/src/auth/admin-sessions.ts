import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type {} from '@fastify/cookie';
import Bowser from 'bowser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminSession } from '@geodes/contracts';
import { AppError, type Logger, LOGGER, unavailable } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { REDIS, type Redis } from '../connections.js';

const COOKIE = 'admin_session';
/** A session ends after 8 hours without use. */
const IDLE_SECONDS = 8 * 60 * 60;
/** A sorted set of the open sessions by time of last use. The panel lists the latest. */
const OPEN_SESSIONS = 'gateway:sessions';
const MAX_LISTED = 100;
const ID_LENGTH = 16;
const LABEL_LENGTH = 6;

/** Redis stores the hash of a session id, so a stolen copy of Redis opens no session. */
const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');
const keyOf = (hash: string): string => `gateway:session:${hash}`;

/** Returns the label of an open session and renews it, atomically: a session that just ended must not come back. */
const RENEW = `
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then return false end
redis.call('HSET', KEYS[1], 'lastUsedAt', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[2])
return redis.call('HGET', KEYS[1], 'label')
`;

/**
 * The owner's sessions, stored in Redis. Each login sets a new random id in an HttpOnly, SameSite=Strict cookie. All
 * methods but `end` throw UNAVAILABLE while Redis is unreachable, so no one is let in then.
 */
@Injectable()
export class AdminSessions {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly config: GatewayConfig,
  ) {}

  /** Begins a session, and ends the one that the browser had. */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const id = randomBytes(32).toString('base64url');
    const hash = hashOf(id);
    const now = Date.now();
    const device = deviceOf(request.headers['user-agent']);
    const label = `${device} ${hash.slice(0, LABEL_LENGTH)}`;
    await this.query(async (redis) => {
      const results = await redis
        .multi()
        .hset(keyOf(hash), { label, device, startedAt: now, lastUsedAt: now })
        .expire(keyOf(hash), IDLE_SECONDS)
        .zremrangebyscore(OPEN_SESSIONS, '-inf', now - IDLE_SECONDS * 1_000)
        .zadd(OPEN_SESSIONS, now, hash)
        .expire(OPEN_SESSIONS, IDLE_SECONDS)
        .exec();
      const [failure] = results?.find(([error]) => error) ?? [];
      if (!results || failure) throw failure ?? new Error('Redis did not store the session.');
    });
    const previousId = request.cookies[COOKIE];
    if (previousId) await this.delete([hashOf(previousId)]);
    void reply.setCookie(COOKIE, id, this.cookieOptions(request));
  }

  /** Returns the label of the open session, and renews it for 8 hours if `renews`. Throws UNAUTHORIZED without one. */
  async require(request: FastifyRequest, { renews = true } = {}): Promise<string> {
    const id = request.cookies[COOKIE];
    if (!id) throw notLoggedIn();
    const hash = hashOf(id);
    const label = await this.query((redis) => (renews ? renew(redis, hash) : redis.hget(keyOf(hash), 'label')));
    if (typeof label !== 'string') throw notLoggedIn();
    return label;
  }

  /** Ends the session on the server and in the browser. Never throws. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const id = request.cookies[COOKIE];
      if (id) await this.delete([hashOf(id)]);
    } catch (error) {
      this.logger.error({ err: error }, 'session not ended in Redis');
    }
    void reply.clearCookie(COOKIE, this.cookieOptions(request));
  }

  /** Lists the open sessions, last used first. */
  async list(request: FastifyRequest): Promise<AdminSession[]> {
    const ownHash = hashOf(request.cookies[COOKIE] ?? '');
    const hashes = await this.openHashes();
    const sessions = await Promise.all(hashes.map((hash) => this.query((redis) => redis.hgetall(keyOf(hash)))));
    return sessions.flatMap(({ label, device, startedAt, lastUsedAt }, index) => {
      const hash = hashes[index];
      if (!hash || !label || !device) return [];
      return {
        id: hash.slice(0, ID_LENGTH),
        label,
        device,
        startedAt: new Date(Number(startedAt)).toISOString(),
        lastUsedAt: new Date(Number(lastUsedAt)).toISOString(),
        isCurrent: hash === ownHash,
      };
    });
  }

  /** Ends the open session with this id. Throws NOT_FOUND. */
  async endOne(id: string): Promise<void> {
    const hash = (await this.openHashes()).find((open) => open.slice(0, ID_LENGTH) === id);
    const ended = hash ? await this.delete([hash]) : 0;
    if (ended === 0) throw new AppError('NOT_FOUND', 'This session has ended already.');
  }

  /** Ends all open sessions but the client's own. */
  async endOthers(request: FastifyRequest): Promise<void> {
    const ownHash = hashOf(request.cookies[COOKIE] ?? '');
    await this.delete((await this.openHashes(-1)).filter((hash) => hash !== ownHash));
  }

  /** Ends all sessions; returns how many were open. */
  async endAll(): Promise<number> {
    return this.delete(await this.openHashes(-1));
  }

  private openHashes(limit = MAX_LISTED): Promise<string[]> {
    return this.query((redis) => redis.zrange(OPEN_SESSIONS, 0, limit < 0 ? limit : limit - 1, 'REV'));
  }

  /** Returns how many of the sessions were open. */
  private async delete(hashes: string[]): Promise<number> {
    if (hashes.length === 0) return 0;
    const [ended] = await Promise.all([
      this.query((redis) => redis.del(...hashes.map(keyOf))),
      this.query((redis) => redis.zrem(OPEN_SESSIONS, ...hashes)),
    ]);
    return ended;
  }

  private cookieOptions(request: FastifyRequest) {
    const secure = request.protocol === 'https' || this.config.publicOrigin.startsWith('https:');
    return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  }

  private async query<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await work(this.redis);
    } catch (error) {
      throw Object.assign(unavailable('sessions'), { cause: error });
    }
  }
}

/** A full Redis refuses writes (OOM): the session then stays open, but is not renewed. */
const renew = async (redis: Redis, hash: string): Promise<unknown> => {
  try {
    return await redis.eval(RENEW, 2, keyOf(hash), OPEN_SESSIONS, Date.now(), IDLE_SECONDS, hash);
  } catch (error) {
    if (error instanceof Error && /\bOOM\b/.test(error.message)) return redis.hget(keyOf(hash), 'label');
    throw error;
  }
};

const notLoggedIn = () => new AppError('UNAUTHORIZED', 'Please log in.');

/** Longer user agents are cut. */
const MAX_USER_AGENT_LENGTH = 300;
const MAX_NAME_LENGTH = 20;

/** Names a browser's device for the owner, such as `Chrome on Windows`. The name is safe in a message header. */
export const deviceOf = (userAgent: string | undefined): string => {
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
