import { randomBytes, randomInt } from 'node:crypto';
import { Controller, Get, Inject, Injectable } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { type Challenge, type ChallengeRequired, MAX_CHALLENGE_LENGTH, type SolvedChallenge } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { orUnavailable, REDIS, type Redis, sharedSecret } from '../connections.js';

const ALGORITHM = 'PBKDF2/SHA-256';
/** Iterations of one derivation. docs/performance.md has the measured time of a solution. */
const COST = 1_000;
/** The solver counts up from 0 to a number from this range: half of all challenges take at most the middle. */
const COUNTERS = { from: 60, below: 180 };
/** Long enough to type a card. */
const LIFETIME_MS = 5 * 60_000;
const SECRET = 'gateway:challenge:secret';
const USED = 'gateway:challenge:used:';
const PART = 'challenges';

/** Creates and checks proofs of work. All gateways share secret and used solutions, so each checks what others created. */
@Injectable()
export class Challenges {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Throws UNAVAILABLE while Redis is unreachable. */
  async create(): Promise<Challenge> {
    const secret = await this.secret();
    const { parameters, signature } = await createChallenge({
      algorithm: ALGORITHM,
      cost: COST,
      counter: randomInt(COUNTERS.from, COUNTERS.below),
      deriveKey,
      expiresAt: new Date(Date.now() + LIFETIME_MS),
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: secret,
    });
    if (!signature) throw new Error('The challenge has no signature.');
    return { parameters, signature };
  }

  /**
   * Returns true once for a solved challenge of this shop that has not expired. Throws UNAVAILABLE while Redis is
   * unreachable, because a used solution would pass again.
   */
  async verify(payload: string | undefined): Promise<boolean> {
    const solved = readPayload(payload);
    if (!solved) return false;
    const secret = await this.secret();
    const result = await verifySolution({
      ...solved,
      deriveKey,
      hmacSignatureSecret: secret,
      // with it the check derives no key
      hmacKeySignatureSecret: secret,
    }).catch(() => ({ verified: false }));
    return result.verified && (await this.use(solved.challenge.signature));
  }

  /** Throws CHALLENGE_REQUIRED, with a new challenge, unless `verify` returns true. */
  async require(payload: string | undefined): Promise<void> {
    if (await this.verify(payload)) return;
    const details: ChallengeRequired = { challenge: await this.create() };
    throw new AppError(
      'CHALLENGE_REQUIRED',
      'One more check is needed, which your browser does by itself. Please try again.',
      details,
    );
  }

  /** Returns the signing secret. The first gateway to ask creates it. */
  private secret(): Promise<string> {
    return orUnavailable(sharedSecret(this.redis, SECRET, randomBytes(32).toString('hex')), PART);
  }

  /** Records the use of a challenge until it has expired. Returns false if it was used before. */
  private async use(signature: string): Promise<boolean> {
    return (await orUnavailable(this.redis.set(USED + signature, '1', 'PX', 2 * LIFETIME_MS, 'NX'), PART)) === 'OK';
  }
}

/** Gives browsers a challenge before a call demands it. */
@Controller('api/challenge')
export class ChallengeController {
  constructor(private readonly challenges: Challenges) {}

  @Get()
  @RouteConfig({ limit: 'challenges' })
  create(): Promise<Challenge> {
    return this.challenges.create();
  }
}

/** Reads a payload of any client. Returns undefined unless it has the form of a solved challenge that expires. */
const readPayload = (payload: string | undefined): SolvedChallenge | undefined => {
  if (!payload || payload.length > MAX_CHALLENGE_LENGTH) return undefined;
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as SolvedChallenge;
    const { parameters, signature } = challenge;
    const isWhole =
      typeof signature === 'string' &&
      typeof parameters.expiresAt === 'number' &&
      Number.isSafeInteger(solution.counter) &&
      typeof solution.derivedKey === 'string';
    return isWhole ? { challenge, solution } : undefined;
  } catch {
    return undefined;
  }
};
