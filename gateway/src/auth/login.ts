import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import pLimit from 'p-limit';
import { AppError, Counter, LOGGER, type Logger } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { MAX_FAILURES, type Attempt, LoginAttempts } from './login-attempts.js';
import { hashPin, parsePinHash, type PinHash, verifyPin } from '@geodes/kit/pin-hash';

/** Each hash takes 32 MB and a thread of the pool that files and compression share. */
const MAX_CONCURRENT_HASHES = 2;
/** While attempts are delayed, this many are delayed at a time and this many wait. */
const MAX_CONCURRENT_DELAYS = 4;
const MAX_WAITING_FOR_DELAY = 16;
/** More would only queue for a hash. */
const MAX_CONCURRENT_ATTEMPTS = 100;

type Outcome = 'succeeded' | 'failed' | 'locked-out' | 'busy';

const logins = new Counter({
  name: 'shop_logins_total',
  help: 'Attempts to log in as the owner, by outcome',
  labelNames: ['outcome'] as const,
});
const count = (outcome: Outcome): void => logins.inc({ outcome });

const tooMany = (message: string, retryAfterSeconds: number) =>
  new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });

/** Says how long a lock-out still lasts. */
export const lockOutMessage = (leftMs: number): string => {
  const minutes = Math.ceil(leftMs / 60_000);
  return `Too many failed attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
};

/** Checks the owner's PIN. Limits attempts per IP address, and delays all attempts after many failures. */
@Injectable()
export class Login implements OnModuleInit {
  private pinHash: PinHash | undefined;
  private openAttempts = 0;
  private readonly hashing = pLimit(MAX_CONCURRENT_HASHES);
  private readonly delaying = pLimit(MAX_CONCURRENT_DELAYS);

  constructor(
    private readonly config: GatewayConfig,
    private readonly attempts: LoginAttempts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.pinHash = parsePinHash(this.config.ADMIN_PIN_HASH ?? (await hashPin(this.config.ADMIN_PIN ?? '')));
  }

  /** Throws UNAUTHORIZED for a wrong PIN, TOO_MANY_REQUESTS for a locked-out IP address, UNAVAILABLE without Redis. */
  async check(pin: string, address: string): Promise<void> {
    const attempt = await this.attempts.begin(address);
    if (attempt.lockedOut) {
      count('locked-out');
      throw tooMany(lockOutMessage(attempt.leftMs), attempt.leftMs / 1000);
    }
    if (
      this.openAttempts >= MAX_CONCURRENT_ATTEMPTS ||
      (attempt.delayMs > 0 && this.delaying.pendingCount >= MAX_WAITING_FOR_DELAY)
    ) {
      count('busy');
      await this.attempts.withdraw(attempt);
      throw tooMany('Too many people are trying to log in. Please try again in a moment.', 5);
    }
    this.openAttempts += 1;
    try {
      if (attempt.delayMs > 0) await this.delaying(() => pause(attempt.delayMs));
      if (!(await this.isRight(pin))) throw this.failure(attempt);
      await this.attempts.succeeded(attempt);
      count('succeeded');
    } finally {
      this.openAttempts -= 1;
    }
  }

  /** Logs a lock-out once, when it begins, without the IP address: the request id leads to the proxy's log. */
  private failure({ isLast }: Extract<Attempt, { lockedOut: false }>): AppError {
    count('failed');
    if (isLast) this.logger.warn({ failures: MAX_FAILURES }, 'login locked out for an IP address');
    return new AppError('UNAUTHORIZED', 'Invalid PIN. Please try again.');
  }

  private isRight(pin: string): Promise<boolean> {
    const { pinHash } = this;
    if (!pinHash) throw new Error('The PIN is not hashed yet.');
    return this.hashing(async () => /^\d{9}$/.test(pin) && (await verifyPin(pin, pinHash)));
  }
}
