import type { AccountCheck, GatewaySettings, ShopDetails, TestLetter } from '@geodes/contracts';
import type { AuditState, Observed } from '../status/read-status.js';

/** The shop as the internet sees it at PUBLIC_URL. */
export interface ObservedSite {
  /** What buyers enter, without a trailing slash. */
  url: string;
  /** GET /api/config: proves that this shop is behind the URL, with a valid certificate. */
  page: Observed<SitePage>;
  /** The URL that the same host redirects http:// to, null if it does not redirect. Undefined if `url` is not https. */
  redirect?: Observed<string | null>;
  /** The response to an unsigned webhook. */
  webhook: Observed<{ status: number; isOurs: boolean }>;
}

export interface SitePage {
  /** HTTP status. */
  status: number;
  /** The location and environment of Square that the site's card form uses; undefined if this is not the shop. */
  square?: { environment: string; locationId: string };
  /** The header Strict-Transport-Security. */
  transportSecurity: string | null;
}

/** Times are ISO 8601. */
export interface ObservedBackups {
  /** Undefined if none was made. */
  lastBackupAt?: string;
  /** When a backup of the same folder was last restored; undefined if never. */
  lastRestoreAt?: string;
}

interface ObservedLetters {
  hasMailServer: boolean;
  failed: number;
}

/** `wrong code`: no letter has the code that the operator knows. `not confirmed`: there is no terminal to ask on. */
export interface ObservedTestLetter extends TestLetter {
  outcome: 'received' | 'not received' | 'wrong code' | 'not confirmed';
}

/** What `ready-for-trade` looks at. Contains no secret. */
export interface ObservedReadiness {
  /** ISO 8601. */
  at: string;
  account: Observed<AccountCheck>;
  gateway: Observed<GatewaySettings>;
  /** Undefined if PUBLIC_URL is unknown. */
  site: ObservedSite | undefined;
  letters: Observed<ObservedLetters>;
  /** Undefined if there is no mail server. */
  testLetter: Observed<ObservedTestLetter> | undefined;
  /** Whether npm start's mail catcher takes the letters. */
  hasMailCatcher: boolean;
  details: Observed<ShopDetails>;
  /** Demo geodes that buyers can buy. */
  demoGeodes: Observed<number>;
  /** Undefined if backups are made by containers, which leave no record here. */
  backups: Observed<ObservedBackups> | undefined;
  /** Undefined if the audit's URL is not configured. */
  audit: Observed<AuditState> | undefined;
}

/**
 * `missing`: the owner or the operator must do something. `unknown`: it could not be read. `unseen`: this command cannot
 * see it from here, so the operator must check.
 */
export type TradeVerdict = 'yes' | 'missing' | 'unknown' | 'unseen';

/** One point of the check list. */
export interface TradeRow {
  point: string;
  verdict: TradeVerdict;
  /** What was observed. */
  says: string;
  /** What to do about it. */
  advice?: string;
}

const rowWith =
  (verdict: TradeVerdict) =>
  (point: string, says: string, advice?: string): TradeRow => ({ point, verdict, says, advice });
export const yes = rowWith('yes');
export const missing = rowWith('missing');
export const unknown = rowWith('unknown');
export const unseen = rowWith('unseen');

/** Returns `unknown` for each point if the part that knows did not respond. */
export const rowsOf = <T>(points: string[], observed: Observed<T>, rows: (said: T) => TradeRow[]): TradeRow[] =>
  'said' in observed ? rows(observed.said) : points.map((point) => unknown(point, observed.away));
