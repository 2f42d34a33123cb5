import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AccountCheck, SquareAnswer, SquareLocation, SquareProblem, SquareSubscription } from '@geodes/contracts';
import type { Square, SquareClient } from 'square';
import { PaymentsConfig } from '../config.js';
import { webhookUrl } from '../webhooks/square-event.js';
import { createSquareClient, isJson } from './square-client.js';
import { type SquareFailure, toSquareFailure } from './square-failure.js';

const LIMITS = { timeoutInSeconds: 5, maxRetries: 0 };

/** Asks Square what the shop's account and its token allow. Every call charges nothing and changes nothing. */
@Injectable()
export class SquareAccount {
  private readonly client: SquareClient;

  constructor(private readonly config: PaymentsConfig) {
    this.client = createSquareClient(config);
  }

  /** Calls Square five times at once, each for at most 5 s. Never throws: a failed call is part of the result. */
  async check(): Promise<AccountCheck> {
    const { SQUARE_ENVIRONMENT, SQUARE_LOCATION_ID: locationId, PUBLIC_URL } = this.config;
    const { payments, refunds } = this.client;
    const [location, readPayments, readRefunds, writePayments, subscriptions] = await Promise.all([
      answerOf('get-location', () => this.readLocation(locationId)),
      answerOf('list', async () => isJson((await payments.list({ locationId, limit: 1 }, LIMITS)).response)),
      answerOf('list-refunds', async () => isJson((await refunds.list({ limit: 1 }, LIMITS)).response)),
      // Square does nothing if no payment has the key (Payments API, CancelPaymentByIdempotencyKey).
      answerOf('cancel-by-key', async () =>
        isJson(await payments.cancelByIdempotencyKey({ idempotencyKey: randomUUID() }, LIMITS)),
      ),
      answerOf('list-subscriptions', () => this.readSubscriptions()),
    ]);
    return {
      environment: SQUARE_ENVIRONMENT,
      locationId,
      publicUrl: PUBLIC_URL.replace(/\/+$/, ''),
      webhookUrl: webhookUrl(this.config),
      hasWebhookKey: Boolean(this.config.SQUARE_WEBHOOK_SIGNATURE_KEY),
      location,
      readPayments,
      readRefunds,
      writePayments,
      subscriptions,
    };
  }

  private async readLocation(locationId: string): Promise<SquareLocation | undefined> {
    const { location } = await this.client.locations.get({ locationId }, LIMITS);
    if (!location) return undefined;
    const { name, status, currency, capabilities } = location;
    return { name: name ?? '', status: status ?? '', currency: currency ?? '', capabilities: capabilities ?? [] };
  }

  /** Reads the first hundred, which is one page; an application has few. */
  private async readSubscriptions(): Promise<SquareSubscription[] | undefined> {
    const { data, response } = await this.client.webhooks.subscriptions.list({ includeDisabled: true }, LIMITS);
    return isJson(response) ? data.map(toSubscription) : undefined;
  }
}

const toSubscription = ({ notificationUrl, enabled, eventTypes }: Square.WebhookSubscription): SquareSubscription => ({
  url: notificationUrl ?? '',
  isEnabled: enabled === true,
  eventTypes: eventTypes ?? [],
});

const answerOf = async <T>(operation: string, call: () => Promise<T | undefined>): Promise<SquareAnswer<T>> => {
  try {
    const said = await call();
    return said === undefined ? { problem: 'away', codes: [] } : { said };
  } catch (error) {
    const failure = toSquareFailure(operation, error);
    return { problem: problemOf(failure), codes: [...new Set(failure.reasons.map(({ code }) => code))] };
  }
};

/** Square's codes for a token that is valid and lacks a permission. */
const PERMISSION_CODES = ['INSUFFICIENT_SCOPES', 'INSUFFICIENT_PERMISSIONS', 'FORBIDDEN'];

const problemOf = ({ refused, notFound, tokenRefused, reasons }: SquareFailure): SquareProblem => {
  if (reasons.some(({ code }) => PERMISSION_CODES.includes(code))) return 'permission';
  if (tokenRefused) return 'token';
  if (notFound) return 'missing';
  return refused ? 'refused' : 'away';
};
