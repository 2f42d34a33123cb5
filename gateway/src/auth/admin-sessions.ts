import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminSession } from '@geodes/contracts';
import { AppError, unavailable } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { REDIS, type Redis, orUnavailable } from '../connections.js';
import { cookieName, cookieOptions } from '../http/cookies.js';
import { deviceName, hashOf, KnownDevices } from './known-devices.js';

/** A session ends after 8 hours without use, and in any case after 24. */
const IDLE_SECONDS = 8 * 60 * 60;
const MAX_AGE_MS = 24 * 60 * 60 * 1_000;
/** What sends buyers' data out of the shop needs a PIN or passkey that is not older. */
export const PROOF_MAX_AGE_MS = 15 * 60 * 1_000;
/** A sorted set of the open sessions by time of last use. The panel lists the latest. */
const OPEN_SESSIONS = 'gateway:sessions';
const MAX_LISTED = 100;
const ID_LENGTH = 16;
const LABEL_LENGTH = 6;

const keyOf = (hash: string): string => `gateway:session:${hash}`;

/**
 * Returns label and last proof of an open session, nothing for one that began under another configured PIN. Ends one that
 * is too old. Renews it if asked, atomically: a session that just ended must not come back. Redis runs it also while full
 * (allow-oom), so that the session stays open.
 */
const READ = `#!lua flags=allow-oom
local hash, now, renews, configuredPin = ARGV[1], ARGV[2], ARGV[3] == '1', ARGV[4]
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then return false end
local session = redis.call('HMGET', KEYS[1], 'label', 'startedAt', 'provenAt', 'configuredPin')
if not session[1] or (session[4] and session[4] ~= configuredPin) then return false end
local left = (tonumber(session[2]) or 0) + ${MAX_AGE_MS} - now
if left <= 0 then
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], hash)
  return false
end
if renews then
  redis.call('HSET', KEYS[1], 'lastUsedAt', now)
  redis.call('PEXPIRE', KEYS[1], math.min(${IDLE_SECONDS * 1_000}, left))
  redis.call('ZADD', KEYS[2], now, hash)
  redis.call('EXPIRE', KEYS[2], ${IDLE_SECONDS})
end
return { session[1], session[3] }
`;

/** A session that has ended must not come back. */
const PROVE = `if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'provenAt', ARGV[1]) end`;

/** A checked session. */
interface OpenSession {
  label: string;
  /** When the PIN or a passkey was last proven, milliseconds since 1970; 0 if unknown. */
  provenAt: number;
}

/**
 * The owner's sessions, stored in Redis. Each login sets a new random id in an HttpOnly, SameSite=Strict cookie.
 * Methods throw UNAVAILABLE while Redis is unreachable, so no one is let in then.
 */
@Injectable()
export class AdminSessions {
  private readonly cookie: string;
  /** Stored with each session: during a rolling update, older gateways still take the PIN that was configured before. */
  private readonly configuredPin: string;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly config: GatewayConfig,
    private readonly devices: KnownDevices,
  ) {
    this.cookie = cookieName('admin_session', config);
    this.configuredPin = hashOf(config.ADMIN_PIN_HASH ?? '');
  }

  /**
   * Begins a session, ends the one that the browser had, and makes the browser a known device. Returns false, and begins
   * none, if the PIN no longer counts. It asks that once the session is stored: a PIN that is set later ends it.
   */
  async begin(request: FastifyRequest, reply: FastifyReply, pinStillCounts: () => Promise<boolean>): Promise<boolean> {
    const id = randomBytes(32).toString('base64url');
    const hash = hashOf(id);
    const now = Date.now();
    const device = deviceName(request.headers['user-agent']);
    const label = `${device} ${hash.slice(0, LABEL_LENGTH)}`;
    const knownDevice = await this.devices.remember(request);
    const times = { startedAt: now, lastUsedAt: now, provenAt: now };
    const fields = { label, device, ...times, deviceHash: knownDevice.hash, configuredPin: this.configuredPin };
    const results = await orUnavailable(
      this.redis
        .multi()
        .hset(keyOf(hash), fields)
        .expire(keyOf(hash), IDLE_SECONDS)
        .zremrangebyscore(OPEN_SESSIONS, '-inf', now - IDLE_SECONDS * 1_000)
        .zadd(OPEN_SESSIONS, now, hash)
        .expire(OPEN_SESSIONS, IDLE_SECONDS)
        .exec(),
    );
    const [failure] = results?.find(([error]) => error) ?? [];
    if (!results || failure) throw unavailable('sessions', failure ?? new Error('Redis did not store the session.'));
    if (!(await pinStillCounts())) {
      await this.delete([hash]);
      await this.devices.forget([knownDevice.hash]);
      return false;
    }
    const previous = this.ownHash(request);
    if (previous) await this.delete([previous]);
    void reply.setCookie(this.cookie, id, cookieOptions(request, this.config));
    this.devices.setCookie(knownDevice, request, reply);
    return true;
  }

  /** Returns the open session, and renews it for 8 hours if `renews`. Throws UNAUTHORIZED without one. */
  async require(request: FastifyRequest, { renews }: { renews: boolean }): Promise<OpenSession> {
    const hash = this.ownHash(request);
    const session = hash && (await this.read(hash, renews));
    if (!session) throw new AppError('UNAUTHORIZED', 'Please log in.');
    return session;
  }

  /** Notes that the owner has just given the PIN or a passkey in this session. */
  async prove(request: FastifyRequest): Promise<void> {
    const hash = this.ownHash(request);
    if (hash) await orUnavailable(this.redis.eval(PROVE, 1, keyOf(hash), Date.now()));
  }

  /** Ends the session on the server and in the browser, which stays a known device. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.clearCookie(this.cookie, cookieOptions(request, this.config));
    const hash = this.ownHash(request);
    if (hash) await this.delete([hash]);
  }

  /** Lists the open sessions, last used first. */
  async list(request: FastifyRequest): Promise<AdminSession[]> {
    const ownHash = this.ownHash(request);
    const hashes = await this.openHashes();
    const sessions = await orUnavailable(Promise.all(hashes.map((hash) => this.redis.hgetall(keyOf(hash)))));
    return sessions.flatMap(({ label, device, startedAt, lastUsedAt, configuredPin = this.configuredPin }, index) => {
      const hash = hashes[index];
      if (!hash || !label || !device || configuredPin !== this.configuredPin) return [];
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

  /** Ends the open session with this id, and forgets its device, which may be lost. Throws NOT_FOUND. */
  async endOne(id: string, request: FastifyRequest): Promise<void> {
    const hash = (await this.openHashes()).find((open) => open.slice(0, ID_LENGTH) === id);
    const device = hash ? await this.deviceHashOf(hash) : null;
    if (device && device !== (await this.devices.find(request))) await this.devices.forget([device]);
    const ended = hash ? await this.delete([hash]) : 0;
    if (ended === 0) throw new AppError('NOT_FOUND', 'This session has ended already.');
  }

  /** Ends all open sessions but the client's own, and forgets all other devices. */
  async endOthers(request: FastifyRequest): Promise<void> {
    const ownHash = this.ownHash(request);
    await this.devices.forgetOthers(ownHash && (await this.deviceHashOf(ownHash)));
    await this.delete((await this.openHashes(-1)).filter((hash) => hash !== ownHash));
  }

  /** Ends all sessions and forgets all devices; returns how many sessions were open. */
  async endAll(): Promise<number> {
    await this.devices.forgetOthers();
    return this.delete(await this.openHashes(-1));
  }

  private ownHash(request: FastifyRequest): string | undefined {
    const id = request.cookies[this.cookie];
    return id ? hashOf(id) : undefined;
  }

  private async read(hash: string, renews: boolean): Promise<OpenSession | undefined> {
    const args = [hash, Date.now(), Number(renews), this.configuredPin];
    const reply = await orUnavailable(this.redis.eval(READ, 2, keyOf(hash), OPEN_SESSIONS, ...args));
    const found = reply as [label: string, provenAt: string | null] | null;
    return found ? { label: found[0], provenAt: Number(found[1] ?? 0) } : undefined;
  }

  private deviceHashOf(sessionHash: string): Promise<string | null> {
    return orUnavailable(this.redis.hget(keyOf(sessionHash), 'deviceHash'));
  }

  /** Returns those last used, up to index `last`; -1 for all. */
  private openHashes(last = MAX_LISTED - 1): Promise<string[]> {
    return orUnavailable(this.redis.zrange(OPEN_SESSIONS, 0, last, 'REV'));
  }

  /** Returns how many of the sessions were open. */
  private async delete(hashes: string[]): Promise<number> {
    if (hashes.length === 0) return 0;
    const [ended] = await orUnavailable(
      Promise.all([this.redis.del(...hashes.map(keyOf)), this.redis.zrem(OPEN_SESSIONS, ...hashes)]),
    );
    return ended;
  }
}
