import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import type { LoginBody } from '@geodes/contracts';
import { AppError, Counter, LOGGER, type Logger, waitText } from '@geodes/kit';
import { KnownDevices } from './known-devices.js';
import { type Attempt, LoginAttempts, type LoginSource, type OpenAttempt } from './login-attempts.js';
import { OwnerPin } from './owner-pin.js';
import { Passkeys, type PasskeyVerdict } from './passkeys.js';

/** Each hash takes 32 MB and a thread of the pool that files and compression share. */
const MAX_CONCURRENT_HASHES = 2;
/** While attempts are delayed, this many are delayed at a time and this many wait. */
const MAX_CONCURRENT_DELAYS = 4;
const MAX_WAITING_FOR_DELAY = 16;
/** More would only queue for a hash. As many wait at a time. */
const MAX_CONCURRENT_ATTEMPTS = 100;
/** An attempt waits this long for the outcomes of others of its source, and asks this often. */
const MAX_WAIT_MS = 5_000;
const WAIT_MS = 100;

type Outcome = 'succeeded' | 'failed' | 'locked-out' | 'busy';

type Verdict = PasskeyVerdict | 'wrong-pin';

const acceptAll = (): Promise<PasskeyVerdict> => Promise.resolve('accepted');

const logins = new Counter({
  name: 'shop_logins_total',
  help: 'Attempts to log in as the owner, by outcome',
  labelNames: ['outcome'] as const,
});
const count = (outcome: Outcome): void => logins.inc({ outcome });

const tooMany = (message: string, retryAfterSeconds: number) =>
  new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });

const busy = () => {
  count('busy');
  return tooMany('Too many people are trying to log in. Please try again in a moment.', 5);
};

export const invalid = (what: 'PIN' | 'passkey') => new AppError('UNAUTHORIZED', `Invalid ${what}. Please try again.`);

/** Says how long a lock-out still lasts. */
export const lockOutMessage = (leftMs: number): string =>
  `Too many failed attempts. Please try again in ${waitText(leftMs / 1_000)}.`;

/**
 * Checks the owner's PIN. Limits attempts per IP address, and delays all attempts after many failures. A known device is
 * limited by its own failures only and has a queue of its own, so a flood of wrong PINs never shuts it out.
 */
@Injectable()
export class Login {
  private openAttempts = 0;
  private waitingAttempts = 0;
  private readonly hashing = pLimit(MAX_CONCURRENT_HASHES);
  private readonly hashingOfDevices = pLimit(1);
  private readonly delaying = pLimit(MAX_CONCURRENT_DELAYS);

  constructor(
    private readonly pin: OwnerPin,
    private readonly passkeys: Passkeys,
    private readonly devices: KnownDevices,
    private readonly attempts: LoginAttempts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Checks a login: the PIN and, from an unknown device, a passkey if there are any. Returns the hash of the PIN. Throws like
   * `check`.
   */
  async logIn({ pin, passkey }: LoginBody, request: FastifyRequest): Promise<string> {
    const source = await this.sourceOf(request);
    return this.check(pin, source, source.device ? undefined : () => this.passkeys.judge(passkey));
  }

  /** Checks the PIN of an owner who is logged in. Throws like `check`. */
  async prove(pin: string, request: FastifyRequest): Promise<void> {
    await this.check(pin, await this.sourceOf(request));
  }

  /**
   * Returns the hash of the PIN. Throws UNAUTHORIZED for a wrong PIN or passkey, PASSKEY_REQUIRED with the browser's
   * options for a missing passkey, TOO_MANY_REQUESTS for a source that is locked out, UNAVAILABLE without Redis.
   */
  async check(pin: string, source: LoginSource, judgePasskey = acceptAll): Promise<string> {
    const attempt = await this.begin(source);
    if (attempt.lockedOut) {
      count('locked-out');
      throw tooMany(lockOutMessage(attempt.leftMs), attempt.leftMs / 1000);
    }
    const { verdict, hash } = await this.judge(pin, attempt, judgePasskey).catch(async (error: unknown) => {
      await this.attempts.withdraw(attempt);
      throw error;
    });
    if (verdict === 'missing') {
      // The right PIN alone uncounts no earlier failures.
      await this.attempts.withdraw(attempt);
      throw new AppError('PASSKEY_REQUIRED', 'Please confirm with your passkey.', await this.passkeys.requestOptions());
    }
    if (verdict !== 'accepted' || !hash) throw await this.failure(attempt, verdict);
    await this.attempts.succeeded(attempt);
    count('succeeded');
    return hash;
  }

  private async sourceOf(request: FastifyRequest): Promise<LoginSource> {
    return { address: request.ip, device: await this.devices.find(request) };
  }

  /** Waits while undecided attempts of the source could reach the limit, holding no place in the queues below. */
  private async begin(source: LoginSource): Promise<Attempt> {
    for (const waitsUntil = performance.now() + MAX_WAIT_MS; ;) {
      const attempt = await this.attempts.begin(source);
      if (attempt) return attempt;
      if (performance.now() >= waitsUntil || this.waitingAttempts >= MAX_CONCURRENT_ATTEMPTS) throw busy();
      this.waitingAttempts += 1;
      await pause(WAIT_MS);
      this.waitingAttempts -= 1;
    }
  }

  private async judge(pin: string, attempt: OpenAttempt, judgePasskey: typeof acceptAll) {
    const hash = attempt.source.device
      ? await this.hashingOfDevices(() => this.pin.findHash(pin))
      : await this.checkInTurn(pin, attempt);
    const verdict: Verdict = hash ? await judgePasskey() : 'wrong-pin';
    return { hash, verdict };
  }

  /** Checks a PIN from an unknown device: delayed, few at a time, and not at all while too many wait. */
  private async checkInTurn(pin: string, attempt: OpenAttempt): Promise<string | undefined> {
    if (
      this.openAttempts >= MAX_CONCURRENT_ATTEMPTS ||
      (attempt.delayMs > 0 && this.delaying.pendingCount >= MAX_WAITING_FOR_DELAY)
    )
      throw busy();
    this.openAttempts += 1;
    try {
      if (attempt.delayMs > 0) await this.delaying(() => pause(attempt.delayMs));
      return await this.hashing(() => this.pin.findHash(pin));
    } finally {
      this.openAttempts -= 1;
    }
  }

  /** Logs the failure with a keyed hash of the IP address; the request id leads to the proxy's log. */
  private async failure(attempt: OpenAttempt, verdict: Verdict): Promise<AppError> {
    const { source } = attempt;
    const locksOut = await this.attempts.failed(attempt);
    count('failed');
    const what = verdict === 'wrong-pin' ? 'PIN' : 'passkey';
    const fields = { address: await this.attempts.loggedAddress(source), isKnownDevice: source.device !== undefined };
    this.logger.warn({ what, ...fields }, locksOut ? 'login refused, source locked out' : 'login refused');
    return invalid(what);
  }
}
