import { Agent } from 'node:http';
import { join } from 'node:path';
import { Owner, Random, startShop } from '@geodes/testing';
import { HoldingBrowser } from '../holds/holding-browser.js';
import { countEach, countsText, RESULTS } from '../report.js';
import {
  addGeodes,
  addSpare,
  askForHold,
  type HoldOutcome,
  ipAddressOf,
  type Part,
  putOnSaleAt,
  SHOP_ENV,
  sleepUntil,
  takenAt,
} from './going-on-sale.js';

export interface FairnessOptions {
  /** Geodes that go on sale, each for PEOPLE and one script. */
  rounds: number;
  seed: number;
}

/** Rounds that share an instant: so few that the shop responds at once, because waiting for a processor is not the draw. */
const ROUNDS_PER_INSTANT = 4;
const PEOPLE = 50;
/** When people ask, milliseconds after the instant. */
const REACTION_MS = { from: 150, to: 600 };
/** A script asks from before the instant on, in turn in some browsers of one IP address, until the geode is gone. */
const SCRIPT = { aheadMs: 200, intervalMs: 15, untilMs: 3_000, browsers: 4 };
/** From the owner's call to the instant. */
const LEAD_MS = 800;
const PROGRESS_ROUNDS = 100;
/** A share is judged from this number of rounds on. */
const MIN_JUDGED_ROUNDS = 1_000;
const MAX_SHARE_OF_SCRIPT = 2;

interface Asked extends HoldOutcome {
  browser: HoldingBrowser;
  isScript: boolean;
  /** Milliseconds since 1970. */
  repliedAt: number;
}

/** One geode and everybody who asked for it. */
interface Round {
  instant: number;
  asked: Asked[];
}

/** Opens browsers behind a new IP address. */
type Arrive = (browsers: number) => HoldingBrowser[];

/** Puts geodes on sale, for each of which a script and people ask. A script must not get more of them by being fast. */
export const fairness = async ({ rounds, seed }: FairnessOptions, say: (line: string) => void): Promise<Part> => {
  const shop = await startShop({ log: join(RESULTS, 'drop-fairness-shop.log'), env: SHOP_ENV });
  const agent = new Agent({ keepAlive: true });
  const random = new Random(seed);
  let addresses = 0;
  const arrive: Arrive = (browsers) => {
    const address = ipAddressOf((addresses += 1));
    return Array.from({ length: browsers }, () => new HoldingBrowser(shop.gateways, agent, address));
  };
  const played: Round[] = [];
  try {
    const owner = new Owner(shop);
    await addSpare(owner);
    const ids = await addGeodes(owner, rounds);
    while (played.length < rounds) {
      const opened = ids.slice(played.length, played.length + ROUNDS_PER_INSTANT);
      const instant = Date.now() + LEAD_MS;
      await putOnSaleAt(owner, opened, instant);
      const together = await Promise.all(opened.map((id) => play(id, instant, random, arrive)));
      played.push(...together);
      for (const { browser, hold } of together.flatMap(({ asked }) => asked)) if (hold) await browser.release(hold);
      if (played.length % PROGRESS_ROUNDS < ROUNDS_PER_INSTANT)
        say(`  ${played.length} of ${rounds} rounds, scripts got ${winnersOf(played).filter(isOfScript).length}`);
    }
  } finally {
    agent.destroy();
    await shop.stop();
  }
  return judge(played);
};

const play = async (id: string, instant: number, random: Random, arrive: Arrive): Promise<Round> => {
  const people = Array.from({ length: PEOPLE }, async () => {
    await sleepUntil(instant + random.between(REACTION_MS.from, REACTION_MS.to));
    return Promise.all(arrive(1).map((browser) => ask(browser, id, false)));
  });
  const asked = await Promise.all([runScript(id, instant, arrive(SCRIPT.browsers)), ...people]);
  return { instant, asked: asked.flat() };
};

/** Asks as a script does. Returns all responses, also those that arrived after the one that ended it. */
const runScript = async (id: string, instant: number, browsers: HoldingBrowser[]): Promise<Asked[]> => {
  const requests: Promise<Asked>[] = [];
  let isOver = false;
  for (let at = instant - SCRIPT.aheadMs; !isOver && at < instant + SCRIPT.untilMs; at += SCRIPT.intervalMs) {
    await sleepUntil(at);
    const browser = browsers[requests.length % browsers.length];
    if (!browser) continue;
    const request = ask(browser, id, true);
    void request.then(({ hold, outcome }) => (isOver ||= hold !== undefined || outcome === '409 OUT_OF_STOCK'));
    requests.push(request);
  }
  return Promise.all(requests);
};

/** Asks once for a hold. Never rejects. */
const ask = async (browser: HoldingBrowser, id: string, isScript: boolean): Promise<Asked> => {
  const reply = await askForHold(browser, id);
  return { browser, isScript, ...reply, repliedAt: Date.now() };
};

const isOfScript = ({ isScript }: Asked): boolean => isScript;

const winnersOf = (rounds: Round[]): Asked[] => rounds.flatMap(({ asked }) => asked.find(({ hold }) => hold) ?? []);

const judge = (rounds: Round[]): Part => {
  const winners = winnersOf(rounds);
  const people = winners.filter((winner) => !isOfScript(winner));
  const byScript = winners.length - people.length;
  const byOnePerson = people.length / PEOPLE;
  const violations = rounds.flatMap((round, index) => check(round).map((what) => `round ${index + 1}: ${what}`));
  if (rounds.length >= MIN_JUDGED_ROUNDS && byScript > MAX_SHARE_OF_SCRIPT * byOnePerson)
    violations.push(`scripts got ${byScript} geodes, one person got ${byOnePerson.toFixed(1)}`);
  const all = rounds.flatMap(({ asked }) => asked);
  const takenMs = rounds.flatMap(({ instant, asked }) =>
    asked.flatMap(({ hold }) => (hold ? takenAt(hold) - instant : [])),
  );
  const outcomes = (isWanted: (one: Asked) => boolean) =>
    countsText(countEach(all.filter(isWanted).map(({ outcome }) => outcome)));
  const percent = (part: number, whole: number) => ((100 * part) / whole).toFixed(2);
  return {
    violations,
    figures: {
      rounds: rounds.length,
      'rounds at one instant': ROUNDS_PER_INSTANT,
      'people of a geode, beside one script': PEOPLE,
      'requests of a script': Math.round(all.filter(isOfScript).length / rounds.length),
      'share of the script, %': percent(byScript, rounds.length),
      'mean share of one person, %': percent(byOnePerson, rounds.length),
      'first hold after the instant, ms': Math.round(Math.min(...takenMs)),
      'responses to people': outcomes((one) => !isOfScript(one)),
      'responses to scripts': outcomes(isOfScript),
    },
    targets: {
      'share of the script, %': `at most ${MAX_SHARE_OF_SCRIPT} × one person`,
      'first hold after the instant, ms': 'not before',
    },
  };
};

/** Before its instant a geode is refused as NOT_YET; then one browser holds it. */
const check = ({ instant, asked }: Round): string[] => {
  const early = asked.filter(({ repliedAt, outcome }) => repliedAt < instant && outcome !== '409 NOT_YET');
  const tooSoon = asked.filter(({ hold }) => hold && takenAt(hold) < instant);
  const failed = asked.filter(({ outcome }) => /^[05]/.test(outcome));
  const holders = new Set(asked.filter(({ hold }) => hold).map(({ browser }) => browser));
  return [
    ...early.map(({ outcome }) => `a request before the instant received ${outcome}`),
    ...tooSoon.map(() => 'the geode was held before its instant'),
    ...failed.map(({ outcome }) => `a request received ${outcome}`),
    ...(holders.size === 1 ? [] : [`${holders.size} browsers held the geode`]),
  ];
};
