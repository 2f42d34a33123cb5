import type { Random } from '@geodes/testing';

/** Faults of single messages and statements, with their probability: 0 never, 1 always. */
export interface FaultRates {
  messageLost: number;
  messageTwice: number;
  answerLost: number;
  squareLost: number;
  /** A request to Square takes seconds, so its caller may time out before Square carries it out. */
  squareLate: number;
  squareAnswerLost: number;
  /** Square responds 5xx or 429, before or after it carried out the request. */
  squareError: number;
  /** Square's list is seconds old. */
  listLags: number;
  /** A delivery takes seconds. */
  late: number;
  webhookLost: number;
  webhookTwice: number;
  databaseBreaks: number;
  /** The queue is unreachable. */
  queueLost: number;
}

/** Faults of processes and their environment, with their probability per step. */
export interface EventRates {
  kill: number;
  pause: number;
  /** All processes are killed at once. */
  powerCut: number;
  /** Time passes while no step runs. */
  stall: number;
  /** A stall that outlasts Square's authorisations. */
  longStall: number;
  wallClockJumps: number;
  databaseClockJumps: number;
  /** Redis loses its jobs. */
  queueEmptied: number;
  squareDown: number;
  /** The connection between two services breaks. */
  cut: number;
}

/** Periodic tasks and the owner's actions, with their probability per step. */
export interface TaskRates {
  recovery: number;
  reconciliation: number;
  sweep: number;
  relay: number;
  owner: number;
  /** Refunds that the owner makes in Square; 0 without an owner, as the tasks that continue and copy refunds. */
  ownerInSquare: number;
  refunds: number;
  refundSync: number;
  /** Expiry of holds, and the owner who ends one; 0 when no buyer holds geodes. */
  holds: number;
}

export interface FaultProfile {
  rates: FaultRates & EventRates;
  tasks: TaskRates;
}

/** Upper bounds of the rates. */
const MAX_RATES: FaultRates & EventRates = {
  messageLost: 0.2,
  messageTwice: 0.5,
  answerLost: 0.25,
  squareLost: 0.3,
  squareLate: 0.7,
  squareAnswerLost: 0.4,
  squareError: 0.3,
  listLags: 0.9,
  late: 0.35,
  webhookLost: 0.6,
  webhookTwice: 0.6,
  databaseBreaks: 0.05,
  queueLost: 0.5,
  kill: 0.02,
  pause: 0.035,
  powerCut: 0.004,
  stall: 0.02,
  longStall: 0.01,
  wallClockJumps: 0.01,
  databaseClockJumps: 0.006,
  queueEmptied: 0.01,
  squareDown: 0.008,
  cut: 0.01,
};
type Kind = keyof typeof MAX_RATES;

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
export const drawFaultProfile = (random: Random): FaultProfile => {
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
  const tasks = {
    recovery: 0.02 * pace,
    reconciliation: 0.01 * pace,
    sweep: 0.005 * pace,
    relay: 0.012 * pace,
    owner: hasOwner ? 0.035 : 0,
    ownerInSquare: hasOwner ? 0.001 : 0,
    refunds: hasOwner ? 0.02 * pace : 0,
    refundSync: hasOwner ? 0.008 * pace : 0,
    holds: 0,
  };
  return { rates, tasks };
};

/** Sets all rates to 0, so that no further fault occurs. */
export const stopFaults = ({ rates, tasks }: FaultProfile): void => {
  for (const kind of KINDS) rates[kind] = 0;
  for (const task of Object.keys(tasks) as (keyof TaskRates)[]) tasks[task] = 0;
};
