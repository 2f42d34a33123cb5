import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminSession } from '@geodes/contracts';
import { AppError, type Logger, LOGGER, unavailable } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { REDIS, type Redis } from '../connections.js';
import { deviceOf } from './user-agent.js';

const COOKIE = 'admin_session';
/** A session ends after 8 hours without use. */
const IDLE_SECONDS = 8 * 60 * 60;
/** Open sessions by when they were last used; the owner is shown the latest. */
const OPEN_SESSIONS = 'gateway:sessions';
const MAX_LISTED = 100;
const ID_LENGTH = 16;
const LABEL_LENGTH = 6;

/** Redis knows a session by the hash of its id, so that a copy of Redis opens no session. */
const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');
const keyOf = (hash: string): string => `gateway:session:${hash}`;

/** Answers the label of a living session and lets it live on, in one step: one that was ended stays so. */
const USE = `
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then return false end
redis.call('HSET', KEYS[1], 'lastUsedAt', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[2])
return redis.call('HGET', KEYS[1], 'label')
`;

/**
 * The owner's sessions: a fresh random id at each login in an HttpOnly, SameSite=Strict cookie, kept in Redis.
 * Every method throws UNAVAILABLE while Redis is away, so nobody is let in then.
 */
@Injectable()
export class AdminSessions {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly config: GatewayConfig,
  ) {}

  /** Begins a session; one that the browser had ends. */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const id = randomBytes(32).toString('base64url');
    const hash = hashOf(id);
    const now = Date.now();
    const device = deviceOf(request.headers['user-agent']);
    const label = `${device} ${hash.slice(0, LABEL_LENGTH)}`;
    await this.ask(async (redis) => {
      const done = await redis
        .multi()
        .hset(keyOf(hash), { label, device, startedAt: now, lastUsedAt: now })
        .expire(keyOf(hash), IDLE_SECONDS)
        .zremrangebyscore(OPEN_SESSIONS, '-inf', now - IDLE_SECONDS * 1_000)
        .zadd(OPEN_SESSIONS, now, hash)
        .expire(OPEN_SESSIONS, IDLE_SECONDS)
        .exec();
      const [failure] = done?.find(([error]) => error) ?? [];
      if (!done || failure) throw failure ?? new Error('Redis did not take the session.');
    });
    const before = request.cookies[COOKIE];
    if (before) await this.forget([hashOf(before)]);
    void reply.setCookie(COOKIE, id, this.cookie(request));
  }

  /** The label of the living session, which lives on for 8 hours if this is a use. Throws UNAUTHORIZED without one. */
  async require(request: FastifyRequest, { isUse = true } = {}): Promise<string> {
    const id = request.cookies[COOKIE];
    if (!id) throw notLoggedIn();
    const hash = hashOf(id);
    const label = await this.ask((redis) => (isUse ? use(redis, hash) : redis.hget(keyOf(hash), 'label')));
    if (typeof label !== 'string') throw notLoggedIn();
    return label;
  }

  /** Ends the session on the server and in the browser. Never throws. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const id = request.cookies[COOKIE];
      if (id) await this.forget([hashOf(id)]);
    } catch (error) {
      this.logger.error({ err: error }, 'session not ended: Redis is away');
    }
    void reply.clearCookie(COOKIE, this.cookie(request));
  }

  /** The open sessions, the one that was used last first. */
  async list(request: FastifyRequest): Promise<AdminSession[]> {
    const own = hashOf(request.cookies[COOKIE] ?? '');
    const hashes = await this.openOnes();
    const kept = await Promise.all(hashes.map((hash) => this.ask((redis) => redis.hgetall(keyOf(hash)))));
    return kept.flatMap(({ label, device, startedAt, lastUsedAt }, index) => {
      const hash = hashes[index];
      if (!hash || !label || !device) return [];
      return {
        id: hash.slice(0, ID_LENGTH),
        label,
        device,
        startedAt: new Date(Number(startedAt)).toISOString(),
        lastUsedAt: new Date(Number(lastUsedAt)).toISOString(),
        isCurrent: hash === own,
      };
    });
  }

  /** Ends the open session of this id. Throws NOT_FOUND. */
  async endOne(id: string): Promise<void> {
    const hash = (await this.openOnes()).find((open) => open.slice(0, ID_LENGTH) === id);
    const ended = hash ? await this.forget([hash]) : 0;
    if (ended === 0) throw new AppError('NOT_FOUND', 'This session has ended already.');
  }

  /** Ends all open sessions but the one that asks. */
  async endOthers(request: FastifyRequest): Promise<void> {
    const own = hashOf(request.cookies[COOKIE] ?? '');
    await this.forget((await this.openOnes(-1)).filter((hash) => hash !== own));
  }

  /** Ends all of them; how many there were. */
  async endAll(): Promise<number> {
    return this.forget(await this.openOnes(-1));
  }

  private openOnes(most = MAX_LISTED): Promise<string[]> {
    return this.ask((redis) => redis.zrange(OPEN_SESSIONS, 0, most < 0 ? most : most - 1, 'REV'));
  }

  /** How many of them were open. */
  private async forget(hashes: string[]): Promise<number> {
    if (hashes.length === 0) return 0;
    const [ended] = await Promise.all([
      this.ask((redis) => redis.del(...hashes.map(keyOf))),
      this.ask((redis) => redis.zrem(OPEN_SESSIONS, ...hashes)),
    ]);
    return ended;
  }

  private cookie(request: FastifyRequest) {
    const secure = request.protocol === 'https' || this.config.publicOrigin.startsWith('https:');
    return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  }

  private async ask<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await work(this.redis);
    } catch (error) {
      throw Object.assign(unavailable('sessions'), { cause: error });
    }
  }
}

/** A full Redis writes nothing: then the session goes on, and does not live longer for it. */
const use = async (redis: Redis, hash: string): Promise<unknown> => {
  try {
    return await redis.eval(USE, 2, keyOf(hash), OPEN_SESSIONS, Date.now(), IDLE_SECONDS, hash);
  } catch (error) {
    if (error instanceof Error && /\bOOM\b/.test(error.message)) return redis.hget(keyOf(hash), 'label');
    throw error;
  }
};

const notLoggedIn = () => new AppError('UNAUTHORIZED', 'Please log in.');
