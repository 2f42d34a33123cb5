import { AppError } from '@geodes/kit';

/** Why an order event was not applied, for the operator and for what happens next. */
export interface FactFailure {
  reason: string;
  /** A database, NATS or the orders service was away: nothing was said about the event, and trying again helps. */
  isOutage: boolean;
}

export const factFailure = (error: unknown): FactFailure => {
  if (error instanceof AppError && error.code === 'UNAVAILABLE') return { reason: away(error), isOutage: true };
  if (error instanceof TooSlow) return { reason: error.message, isOutage: true };
  return {
    reason: error instanceof Error ? error.message : `malformed order event: ${String(error)}`,
    isOutage: false,
  };
};

/** The shop's words for the person at the screen say nothing to the operator. */
const away = ({ details, cause }: AppError): string => {
  const { part = 'a part of the shop' } = (details ?? {}) as { part?: string };
  return `${part} was away${cause instanceof Error ? `: ${cause.message}` : ''}`;
};

/** An event that took longer than any of its calls may. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';

  constructor(seconds: number) {
    super(`the catalogue did not finish within ${seconds} s`);
  }
}
