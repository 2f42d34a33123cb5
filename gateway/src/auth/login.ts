import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import pLimit from 'p-limit';
import { AppError, Counter, LOGGER, type Logger } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { hashPin, parsePinHash, type PinHash, verifyPin } from '@geodes/kit/pin-hash';
import { type Attempt, LoginAttempts, type LoginSource } from './login-attempts.js';

/** Each hash takes 32 MB and a thread of the pool that files and compression share. */
const MAX_CONCURRENT_HASHES = 2;
/** While attempts are delayed, this many are delayed at a time and this many wait. */
const MAX_CONCURRENT_DELAYS = 4;
const MAX_WAITING_FOR_DELAY = 16;
/** More would only queue for a hash. */
const MAX_CONCURRENT_ATTEMPTS = 100;

type Outcome = 'succeeded' | 'failed' | 'locked-out' | 'busy';

type OpenAttempt = Extract<Attempt, { lockedOut: false }>;

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

/**
 * Checks the owner's PIN. Limits attempts per IP address, and delays all attempts after many failures. A known device is
 * limited by its own failures only and waits for nobody, so a flood of wrong PINs never shuts it out.
 */
@Injectable()
export class Login implements OnModuleInit {
  private pinHash: PinHash | undefined;
  private openAttempts = 0;
  private readonly hashing = pLimit(MAX_CONCURRENT_HASHES);
  private readonly hashingOfDevices = pLimit(1);
  private readonly delaying = pLimit(MAX_CONCURRENT_DELAYS);

  constructor(
    private readonly config: GatewayConfig,
    private readonly attempts: LoginAttempts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.pinHash = parsePinHash(this.config.ADMIN_PIN_HASH ?? (await hashPin(this.config.ADMIN_PIN ?? '')));
  }

  /** Throws UNAUTHORIZED for a wrong PIN, TOO_MANY_REQUESTS for a source that is locked out, UNAVAILABLE without Redis. */
  async check(pin: string, source: LoginSource): Promise<void> {
    const attempt = await this.attempts.begin(source);
    if (attempt.lockedOut) {
      count('locked-out');
      throw tooMany(lockOutMessage(attempt.leftMs), attempt.leftMs / 1000);
    }
    const isRight = source.device
      ? await this.hashingOfDevices(() => this.isRight(pin))
      : await this.checkInTurn(pin, attempt);
    if (!isRight) throw await this.failure(attempt);
    await this.attempts.succeeded(attempt);
    count('succeeded');
  }

  /** Checks a PIN from an unknown device: delayed, few at a time, and not at all while too many wait. */
  private async checkInTurn(pin: string, attempt: OpenAttempt): Promise<boolean> {
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
      return await this.hashing(() => this.isRight(pin));
    } finally {
      this.openAttempts -= 1;
    }
  }

  /** Logs the failure with a keyed hash of the IP address; the request id leads to the proxy's log. */
  private async failure({ source, isLast }: OpenAttempt): Promise<AppError> {
    count('failed');
    const fields = { address: await this.attempts.loggedAddress(source), isKnownDevice: source.device !== undefined };
    this.logger.warn(fields, isLast ? 'pin refused, source locked out' : 'pin refused');
    return new AppError('UNAUTHORIZED', 'Invalid PIN. Please try again.');
  }

  private async isRight(pin: string): Promise<boolean> {
    const { pinHash } = this;
    if (!pinHash) throw new Error('The PIN is not hashed yet.');
    return /^\d{9}$/.test(pin) && (await verifyPin(pin, pinHash));
  }
}
