/**
 * A proof of work that a script must compute for each call and a browser computes unseen. The format is ALTCHA's,
 * version 2 (altcha.org/docs/v2/proof-of-work).
 */
export interface Challenge {
  parameters: {
    /** `PBKDF2/SHA-256`. */
    algorithm: string;
    /** Hexadecimal, as are `salt`, `keyPrefix` and `keySignature`. */
    nonce: string;
    salt: string;
    /** Iterations of one derivation. */
    cost: number;
    /** Bytes of the derived key. */
    keyLength: number;
    /** A solution's derived key begins with it. */
    keyPrefix: string;
    keySignature?: string;
    /** Unix time, seconds. */
    expiresAt?: number;
  };
  /** Hexadecimal. */
  signature: string;
}

/** The counter whose derived key begins with the challenge's `keyPrefix`. */
export interface ChallengeSolution {
  counter: number;
  /** Hexadecimal. */
  derivedKey: string;
}

/** The `challenge` field of a request is this object as JSON in base64. Each solution is accepted once. */
export interface SolvedChallenge {
  challenge: Challenge;
  solution: ChallengeSolution;
}

/** Characters of the `challenge` field; far above those of a solved challenge. */
export const MAX_CHALLENGE_LENGTH = 4_000;

/** `details` of CHALLENGE_REQUIRED. */
export interface ChallengeRequired {
  challenge: Challenge;
}

/** Reply of GET /api/admin/declined-cards: the trying of stolen cards, as the owner sees it. */
export interface DeclinedCards {
  /** Of the last ten minutes. */
  declined: number;
  paid: number;
  /** True while every order needs a challenge. */
  isEveryoneChallenged: boolean;
  /** IP addresses, browsers and emails locked out in the last hour. */
  lockedOut: number;
}
