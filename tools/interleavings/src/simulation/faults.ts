import type { Random } from '@geodes/testing';

/** Upper bounds of the probabilities of faults. */
const MAX_RATES = {
  // of single messages and statements
  messageLost: 0.2,
  messageTwice: 0.5,
  answerLost: 0.25,
  squareLost: 0.3,
  /** A request to Square takes seconds, so its caller may time out before Square carries it out. */
  squareLate: 0.7,
  squareAnswerLost: 0.4,
  /** Square responds 5xx or 429, before or after it carried out the request. */
  squareError: 0.3,
  /** Square's list is seconds old. */
  listLags: 0.9,
  /** A delivery takes seconds. */
  late: 0.35,
  webhookLost: 0.6,
  webhookTwice: 0.6,
  databaseBreaks: 0.05,
  /** The queue is unreachable. */
  queueLost: 0.5,
  // of processes and their environment, per step
  kill: 0.02,
  pause: 0.035,
  /** All processes are killed at once. */
  powerCut: 0.004,
  /** Time passes while no step runs. */
  stall: 0.02,
  /** A stall that outlasts Square's authorisations. */
  longStall: 0.01,
  wallClockJumps: 0.01,
  databaseClockJumps: 0.006,
  /** Redis loses its jobs. */
  queueEmptied: 0.01,
  squareDown: 0.008,
  /** The connection between two services breaks. */
  cut: 0.01,
};
type Kind = keyof typeof MAX_RATES;

export type FaultProfile = ReturnType<typeof drawFaultProfile>;

const KINDS = Object.keys(MAX_RATES) as Kind[];
const MAX_KINDS = 6;
/** Related faults. Together they reach states that single faults do not. */
const THEMES: Kind[][] = [
  ['squareLost', 'squareLate', 'squareAnswerLost', 'squareError', 'squareDown', 'listLags', 'webhookLost'],
  ['messageLost', 'messageTwice', 'answerLost', 'late', 'cut', 'webhookTwice'],
  ['kill', 'pause', 'powerCut', 'databaseBreaks', 'squareAnswerLost'],
  ['pause', 'stall', 'longStall', 'wallClockJumps', 'databaseClockJumps', 'squareLate'],
];
const THEMED_SHARE = 0.5;

/** Delays of late deliveries, milliseconds: near the timeouts of those who wait. */
export const LATE_MS = [300, 2_500, 5_000, 9_000, 13_000, 25_000, 60_000];

/**
 * Draws which faults a run has, and how often. Each run has only a few kinds, because all kinds at once would hide bugs
 * that need some parts to work (swarm testing, Groce et al., ISSTA 2012).
 */
export const drawFaultProfile = (random: Random) => {
  const rates = { ...MAX_RATES };
  for (const kind of KINDS) rates[kind] = 0;
  const theme = random.pick(THEMES);
  const themed = random.chance(THEMED_SHARE);
  for (let kinds = random.below(MAX_KINDS + 1); kinds > 0; kinds -= 1) {
    const kind = random.pick(themed ? theme : KINDS);
    rates[kind] = MAX_RATES[kind] * random.between(0.1, 1);
  }
  const pace = random.pick([0.3, 1, 3]);
  const hasOwner = random.chance(0.4);
  /** Periodic tasks and the owner's actions, with their probability per step. */
  const tasks = {
    recovery: 0.02 * pace,
    reconciliation: 0.01 * pace,
    sweep: 0.005 * pace,
    relay: 0.012 * pace,
    owner: hasOwner ? 0.035 : 0,
    /** Refunds that the owner makes in Square. */
    ownerInSquare: hasOwner ? 0.001 : 0,
    refunds: hasOwner ? 0.02 * pace : 0,
    refundSync: hasOwner ? 0.008 * pace : 0,
    /** Expiry of holds, and the owner who ends one; more if buyers hold geodes. */
    holds: 0,
  };
  return { rates, tasks };
};

/** Sets all rates to 0, so that no further fault occurs. */
export const stopFaults = ({ rates, tasks }: FaultProfile): void => {
  for (const kind of KINDS) rates[kind] = 0;
  for (const task of Object.keys(tasks) as (keyof typeof tasks)[]) tasks[task] = 0;
};
