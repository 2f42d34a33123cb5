import type { Random } from '@geodes/testing';

/** What may go wrong with one thing that is sent or done, each with how often: 0 never, 1 always. */
export interface FaultRates {
  messageLost: number;
  messageTwice: number;
  answerLost: number;
  squareLost: number;
  /** A request to Square takes seconds; its caller may have given up when it is carried out. */
  squareLate: number;
  squareAnswerLost: number;
  /** Square says 5xx or 429, before or after it has done what it was asked. */
  squareError: number;
  /** Square's list shows what it was some seconds ago. */
  listLags: number;
  /** What is on its way takes seconds. */
  late: number;
  webhookLost: number;
  webhookTwice: number;
  databaseBreaks: number;
  /** The queue cannot be reached. */
  queueLost: number;
}

/** What may happen to the surroundings, each with how often it is tried a step. */
export interface EventRates {
  kill: number;
  pause: number;
  /** All processes die at once. */
  powerCut: number;
  /** Time passes while nobody gets anything done. */
  stall: number;
  /** The same, for longer than Square keeps an authorisation. */
  longStall: number;
  wallClockJumps: number;
  databaseClockJumps: number;
  /** Redis comes back without its jobs. */
  queueEmptied: number;
  squareDown: number;
  /** Nothing gets through between two services. */
  cut: number;
}

/** What belongs to every day: how often it happens a step. */
export interface Rhythm {
  recovery: number;
  reconciliation: number;
  sweep: number;
  relay: number;
  owner: number;
  /** Holds that are over, and the owner who ends one; 0 where no buyer holds. */
  holds: number;
}

export interface FaultProfile {
  rates: FaultRates & EventRates;
  rhythm: Rhythm;
}

/** The most that weather brings. */
const STORM: FaultRates & EventRates = {
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
type Kind = keyof typeof STORM;

const KINDS = Object.keys(STORM) as Kind[];
const MAX_KINDS = 6;
/** Troubles that have something to do with each other: together they reach what each alone does not. */
const THEMES: Kind[][] = [
  ['squareLost', 'squareLate', 'squareAnswerLost', 'squareError', 'squareDown', 'listLags', 'webhookLost'],
  ['messageLost', 'messageTwice', 'answerLost', 'late', 'cut', 'webhookTwice'],
  ['kill', 'pause', 'powerCut', 'databaseBreaks', 'squareAnswerLost'],
  ['pause', 'stall', 'longStall', 'wallClockJumps', 'databaseClockJumps', 'squareLate'],
];
const THEMED = 0.5;

/** How long what is late takes, milliseconds: around the time limits of those who wait for it. */
export const LATE_MS = [300, 2_500, 5_000, 9_000, 13_000, 25_000, 60_000];

/**
 * Each interleaving has weather of its own: a few kinds of trouble, often or rarely, the others never. All of them
 * always would hide what takes a calm middle (swarm testing, Groce et al., ISSTA 2012).
 */
export const drawFaultProfile = (random: Random): FaultProfile => {
  const rates = { ...STORM };
  for (const kind of KINDS) rates[kind] = 0;
  const theme = random.pick(THEMES);
  const themed = random.chance(THEMED);
  for (let kinds = random.below(MAX_KINDS + 1); kinds > 0; kinds -= 1) {
    const kind = random.pick(themed ? theme : KINDS);
    rates[kind] = STORM[kind] * random.between(0.1, 1);
  }
  const pace = random.pick([0.3, 1, 3]);
  const rhythm = {
    recovery: 0.02 * pace,
    reconciliation: 0.01 * pace,
    sweep: 0.005 * pace,
    relay: 0.012 * pace,
    owner: random.chance(0.4) ? 0.02 : 0,
    holds: 0,
  };
  return { rates, rhythm };
};

/** From now on nothing goes wrong any more. */
export const calm = ({ rates, rhythm }: FaultProfile): void => {
  for (const kind of KINDS) rates[kind] = 0;
  for (const round of Object.keys(rhythm) as (keyof Rhythm)[]) rhythm[round] = 0;
};
