import type { Row } from './report/row.js';
import type { BenchShop } from './shop.js';

/** What a measurement is given that starts itself what it measures. */
export interface Teller {
  say: (line: string) => void;
}

/** What a measurement of the running shop is given. */
export interface Bench extends Teller {
  shop: BenchShop;
  /** Rounds in which shop and floor take turns. */
  rounds: number;
  /** Of each turn. */
  seconds: number;
  /** Of a load that goes on and on. */
  minutes: number;
  /** In the catalogue, where the measurement does not say otherwise. */
  geodes: number;
}

/** Measures one part of the shop. Answers that are wrong go into `wrong`, in words. */
export type Measurement<Given = Bench> = (given: Given) => Promise<{ rows: Row[]; wrong: string[] }>;

/** What a browser sends; the shop answers with Brotli. */
export const BROWSER = { 'accept-encoding': 'gzip, deflate, br' };

/** In words, where some answers were not what they must be. */
export const ifWrong = (work: string, count: number): string[] =>
  count === 0 ? [] : [`${work}: ${count} answers with another status or other bytes`];
