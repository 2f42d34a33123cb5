import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { DeclinedCards } from '@geodes/contracts';
import { REDIS, type Redis } from '../connections.js';
import { ADMIT, READ, RECORD } from './decline-scripts.js';

/** Declined cards in the window after which an order needs a challenge, and after which none is taken. */
export const CHALLENGE_AFTER = 3;
export const LOCK_AFTER = 8;
export const WINDOW_MS = 15 * 60_000;
/** Declined cards of all buyers in ten minutes after which everyone needs a challenge, if most payments are declined. */
const EVERYONE_AFTER = 50;
/** The gateway sends an order for 30 s; a crashed gateway's orders count as open no longer than this. */
const OPEN_MS = 45_000;
/** A kept outcome that is sent again after this counts once more. */
const MARK_MS = 24 * 60 * 60_000;
const LOCK_OUTS_MS = 60 * 60_000;

const LOCK_OUTS = 'gateway:declines:lock-outs';
const TOTALS = 'gateway:declines:totals';

/** Whom declined cards are counted for. */
export interface Identity {
  by: 'address' | 'site' | 'browser' | 'email';
  value: string;
  /** Multiplies the limits. */
  factor: 1 | 5;
}

export type Verdict = 'admitted' | 'wait' | 'challenge' | 'locked-out';
export type OrderEnd = 'declined' | 'paid' | 'other';

/** Hides IP addresses and emails from whoever reads the store. */
export const hashOf = ({ by, value }: Identity): string => `${by}:${hash('sha256', value).slice(0, 32)}`;

const keysOf = (identities: Identity[]): string[] =>
  identities.map(hashOf).flatMap((hash) => [`gateway:declines:cards:${hash}`, `gateway:declines:open:${hash}`]);

/** Counts declined cards in Redis, for all gateways together. Methods throw what Redis throws. */
@Injectable()
export class DeclineCounts {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Admits an order, which is then open until `record`, or says why not. */
  async admit(
    orderId: string,
    identities: Identity[],
    { isSolved, mayWait }: { isSolved: boolean; mayWait: boolean },
  ): Promise<{ verdict: Verdict; leftMs: number; isEveryone: boolean }> {
    const keys = [...keysOf(identities), TOTALS];
    const limits = [WINDOW_MS, OPEN_MS, CHALLENGE_AFTER, LOCK_AFTER, EVERYONE_AFTER, isSolved ? 1 : 0, mayWait ? 1 : 0];
    const factors = identities.map(({ factor }) => factor);
    const found = await this.redis.eval(ADMIT, keys.length, ...keys, orderId, ...limits, ...factors);
    const [verdict, leftMs, everyone] = found as [Verdict, number, number];
    return { verdict, leftMs, isEveryone: everyone === 1 };
  }

  /** Records the end of an order once. Returns the identities that thereby reached a limit. */
  async record(
    orderId: string,
    identities: Identity[],
    end: OrderEnd,
  ): Promise<{ by: Identity['by']; limit: 'challenge' | 'lock-out' }[]> {
    const keys = [...keysOf(identities), LOCK_OUTS, `gateway:declines:counted:${orderId}`, TOTALS];
    const limits = [WINDOW_MS, MARK_MS, LOCK_OUTS_MS, CHALLENGE_AFTER, LOCK_AFTER];
    const factors = identities.map(({ factor }) => factor);
    const reached = await this.redis.eval(RECORD, keys.length, ...keys, orderId, end, ...limits, ...factors);
    return (reached as number[]).flatMap((number) => {
      const identity = identities[Math.abs(number) - 1];
      return identity ? [{ by: identity.by, limit: number < 0 ? ('lock-out' as const) : ('challenge' as const) }] : [];
    });
  }

  async read(): Promise<DeclinedCards> {
    const found = await this.redis.eval(READ, 2, LOCK_OUTS, TOTALS, LOCK_OUTS_MS);
    const [declined, paid, lockedOut] = found as [number, number, number];
    return { declined, paid, lockedOut, isEveryoneChallenged: declined > EVERYONE_AFTER && declined > 2 * paid };
  }
}
