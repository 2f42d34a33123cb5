import type { RefundStatus, Settlement } from '../refunds/refund.js';
import type { Category } from '../square-error.js';

/** What a call does, as tests name it. `clock` is what the simulator does by itself: expiry, settlement. */
export type Operation = 'create' | 'get' | 'update' | 'complete' | 'cancel' | 'list' | 'refund' | 'clock';

export const FAULTY_OPERATIONS = ['create', 'get', 'update', 'complete', 'cancel', 'list', 'refund', 'any'] as const;

/** What goes wrong with a call. */
export const CALL_FAULTS = [
  'hang',
  'hang-before',
  'error',
  'error-500',
  'error-503',
  'error-429',
  'reset',
  'slow',
  'stale-list',
  'refund-completed',
  'refund-failed',
  'refund-rejected',
] as const;
/** What goes wrong with the notifications that a call leads to. */
export const WEBHOOK_FAULTS = ['duplicate-webhook', 'drop-webhook'] as const;

export type CallFaultKind = (typeof CALL_FAULTS)[number];
export type WebhookFaultKind = (typeof WEBHOOK_FAULTS)[number];

/** The error response of an `error` fault. */
export interface ErrorReply {
  status: number;
  category: Category;
  code: string;
  detail?: string;
  field?: string;
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
}

export interface Fault {
  id: number;
  operation: (typeof FAULTY_OPERATIONS)[number];
  kind: CallFaultKind | WebhookFaultKind;
  /** How many calls or notifications are still to be hit. */
  count: number;
  delayMs: number;
  /** Whether the call takes effect before it goes wrong; each kind has its own default. */
  recorded?: boolean;
  /** Present with `error` and its short forms. */
  reply?: ErrorReply;
}

const MAX_FAULTS = 100;

/** Kinds that fit one operation only, also when any is meant. */
const ONLY_ON: Partial<Record<CallFaultKind, Operation>> = {
  'stale-list': 'list',
  'refund-completed': 'refund',
  'refund-failed': 'refund',
  'refund-rejected': 'refund',
};

const isWebhookFault = (kind: Fault['kind']): kind is WebhookFaultKind =>
  (WEBHOOK_FAULTS as readonly string[]).includes(kind);

/** Lists leave out what is younger than this (ms). */
export const staleMsOf = (fault: Fault | undefined): number => (fault?.kind === 'stale-list' ? fault.delayMs : 0);

/** An issuer decline, which leaves a FAILED payment unless `recorded` is false. */
export const declineOf = (fault: Fault | undefined): ErrorReply | undefined =>
  fault?.reply?.category === 'PAYMENT_METHOD_ERROR' && fault.recorded !== false ? fault.reply : undefined;

const SETTLES_AS: Partial<Record<Fault['kind'], RefundStatus>> = {
  'refund-completed': 'COMPLETED',
  'refund-failed': 'FAILED',
  'refund-rejected': 'REJECTED',
};
export const settlementOf = (fault: Fault | undefined): Settlement | undefined => {
  const status = fault && SETTLES_AS[fault.kind];
  return status && { status, afterMs: fault.delayMs };
};

/** Faults asked for by a test, each used up one call at a time, the oldest first. Not kept over a restart. */
export class FaultBook {
  private faults: Fault[] = [];
  private lastId = 0;

  /** Undefined when the book is full. */
  add(fault: Omit<Fault, 'id'>): Fault | undefined {
    if (this.faults.length >= MAX_FAULTS) return undefined;
    this.lastId += 1;
    const added = { ...fault, id: this.lastId };
    this.faults.push(added);
    return { ...added };
  }

  list(): readonly Fault[] {
    return this.faults;
  }

  clear(): void {
    this.faults = [];
  }

  takeForCall(operation: Operation): (Fault & { kind: CallFaultKind }) | undefined {
    return this.take(operation, (kind) => !isWebhookFault(kind) && (ONLY_ON[kind] ?? operation) === operation) as
      (Fault & { kind: CallFaultKind }) | undefined;
  }

  takeForWebhook(operation: Operation): WebhookFaultKind | undefined {
    return this.take(operation, isWebhookFault)?.kind as WebhookFaultKind | undefined;
  }

  private take(operation: Operation, fits: (kind: Fault['kind']) => boolean): Fault | undefined {
    const fault = this.faults.find((one) => (one.operation === 'any' || one.operation === operation) && fits(one.kind));
    if (!fault) return undefined;
    fault.count -= 1;
    if (fault.count <= 0) this.faults = this.faults.filter((one) => one !== fault);
    return fault;
  }
}
