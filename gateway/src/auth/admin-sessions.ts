import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type Logger, LOGGER, unavailable } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { REDIS, type Redis } from '../connections.js';

const COOKIE = 'admin_session';
/** A session ends after 8 hours without use. */
const IDLE_SECONDS = 8 * 60 * 60;

/** Redis knows a session by the hash of its id, so that a copy of Redis opens no session. */
const keyOf = (id: string): string => `gateway:session:${createHash('sha256').update(id).digest('hex')}`;

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
    await this.ask((redis) => redis.set(keyOf(id), new Date().toISOString(), 'EX', IDLE_SECONDS));
    await this.forget(request);
    void reply.setCookie(COOKIE, id, this.cookie(request));
  }

  /** Throws UNAUTHORIZED without a living session; a living one lives on for 8 hours. */
  async require(request: FastifyRequest): Promise<void> {
    const id = request.cookies[COOKIE];
    const kept = id ? await this.ask((redis) => redis.getex(keyOf(id), 'EX', IDLE_SECONDS)) : null;
    if (!kept) throw new AppError('UNAUTHORIZED', 'Please log in.');
  }

  /** Ends the session on the server and in the browser. Never throws. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      await this.forget(request);
    } catch (error) {
      this.logger.error({ err: error }, 'session not ended: Redis is away');
    }
    void reply.clearCookie(COOKIE, this.cookie(request));
  }

  private async forget(request: FastifyRequest): Promise<void> {
    const id = request.cookies[COOKIE];
    if (id) await this.ask((redis) => redis.del(keyOf(id)));
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
