import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import pLimit from 'p-limit';
import { AppError, Counter, LOGGER, type Logger } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { ADDRESS_LIMIT, type Attempt, LoginAttempts } from './login-attempts.js';
import { hashPin, parsePinHash, type PinHash, verifyPin } from '@geodes/kit/pin-hash';

/** Hashes at a time: each takes 32 MB and a thread of the pool that files and compression use too. */
const MAX_CONCURRENT_HASHES = 2;
/** Attempts held back at a time, and those that may wait for it, while failures come from everywhere. */
const MAX_CONCURRENT_DELAYS = 4;
const SLOWED_WAITING = 16;
/** All attempts that may be in hand; more would only queue. */
const IN_HAND = 100;

type Outcome = 'succeeded' | 'failed' | 'locked-out' | 'busy';

const logins = new Counter({
  name: 'shop_logins_total',
  help: 'Attempts to log in as the owner, by outcome',
  labelNames: ['outcome'] as const,
});
const count = (outcome: Outcome): void => logins.inc({ outcome });

const tooMany = (message: string, retryAfterSeconds: number) =>
  new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });

/** The time left of a lock-out, in words. */
export const lockOutMessage = (leftMs: number): string => {
  const minutes = Math.ceil(leftMs / 60_000);
  return `Too many failed attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
};

/** Checks the owner's PIN: never unlimited, slowly, and slower while failures come from everywhere. */
@Injectable()
export class Login implements OnModuleInit {
  private kept: PinHash | undefined;
  private inHand = 0;
  private readonly hashing = pLimit(MAX_CONCURRENT_HASHES);
  private readonly slowed = pLimit(MAX_CONCURRENT_DELAYS);

  constructor(
    private readonly config: GatewayConfig,
    private readonly attempts: LoginAttempts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.kept = parsePinHash(this.config.ADMIN_PIN_HASH ?? (await hashPin(this.config.ADMIN_PIN ?? '')));
  }

  /** Throws UNAUTHORIZED for a wrong PIN, TOO_MANY_REQUESTS for a locked-out address, UNAVAILABLE without Redis. */
  async check(pin: string, address: string): Promise<void> {
    const attempt = await this.attempts.begin(address);
    if (attempt.lockedOut) {
      count('locked-out');
      throw tooMany(lockOutMessage(attempt.leftMs), attempt.leftMs / 1000);
    }
    if (this.inHand >= IN_HAND || (attempt.delayMs > 0 && this.slowed.pendingCount >= SLOWED_WAITING)) {
      count('busy');
      await this.attempts.withdraw(attempt);
      throw tooMany('Too many people are trying to log in. Please try again in a moment.', 5);
    }
    this.inHand += 1;
    try {
      if (attempt.delayMs > 0) await this.slowed(() => pause(attempt.delayMs));
      if (!(await this.isRight(pin))) throw this.failure(attempt);
      await this.attempts.succeeded(attempt);
      count('succeeded');
    } finally {
      this.inHand -= 1;
    }
  }

  /** Says a lock-out once, when it begins, and not of whom: the request's id leads to the proxy's log. */
  private failure({ isLast }: Extract<Attempt, { lockedOut: false }>): AppError {
    count('failed');
    if (isLast) this.logger.warn({ failures: ADDRESS_LIMIT }, 'an address is locked out of the log-in for wrong PINs');
    return new AppError('UNAUTHORIZED', 'Invalid PIN. Please try again.');
  }

  private isRight(pin: string): Promise<boolean> {
    const { kept } = this;
    if (!kept) throw new Error('The PIN is not hashed yet.');
    return this.hashing(async () => /^\d{9}$/.test(pin) && (await verifyPin(pin, kept)));
  }
}
