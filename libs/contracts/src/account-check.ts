import type { Nothing } from './text.js';

/**
 * `token`: Square refuses the access token. `permission`: the token lacks a permission. `missing`: Square has no such
 * object. `refused`: another refusal. `away`: no reply, or Square is broken or overloaded.
 */
export type SquareProblem = 'token' | 'permission' | 'missing' | 'refused' | 'away';

/** What Square said to one call, or why it said nothing; `codes` are Square's own. */
export type SquareAnswer<T> = { said: T } | { problem: SquareProblem; codes: string[] };

/** A location of the seller; the words are Square's. */
export interface SquareLocation {
  name: string;
  /** ACTIVE or INACTIVE. */
  status: string;
  currency: string;
  capabilities: string[];
}

/** A webhook subscription of the application in Square. */
export interface SquareSubscription {
  url: string;
  isEnabled: boolean;
  eventTypes: string[];
}

/** What the shop's Square account allows, learned by calls that charge nothing. Contains no secret. */
export interface AccountCheck {
  environment: 'simulator' | 'sandbox' | 'production';
  locationId: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** What Square must send webhooks to. */
  webhookUrl: string;
  hasWebhookKey: boolean;
  location: SquareAnswer<SquareLocation>;
  /** Whether the token may list payments, list refunds, and change payments. */
  readPayments: SquareAnswer<true>;
  readRefunds: SquareAnswer<true>;
  writePayments: SquareAnswer<true>;
  subscriptions: SquareAnswer<SquareSubscription[]>;
}

export interface AccountCheckMessages {
  /** Takes at most 6 s. */
  'payments.check-account': { request: Nothing; reply: AccountCheck };
}
