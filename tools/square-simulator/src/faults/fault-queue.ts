import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RefundStatus, Settlement } from '../refunds/create-refund.js';
import { CATEGORIES } from '../square-error.js';
import { checked } from '../validation.js';

const FAULTY_OPERATIONS = ['create', 'get', 'complete', 'cancel', 'list', 'refund', 'any'] as const;
type FaultyOperation = (typeof FAULTY_OPERATIONS)[number];

/** Names of operations in tests. `clock` stands for the simulator's timers: expiry and settlement. */
export type Operation = Exclude<FaultyOperation, 'any'> | 'clock';

/** Faults of calls. */
const CALL_FAULTS = [
  'hang',
  'hang-before',
  'error',
  'error-500',
  'error-503',
  'error-429',
  'reset',
  'slow',
  'stale-list',
  'refund-failed',
  'refund-rejected',
] as const;
/** Faults of the notifications that a call causes. */
const WEBHOOK_FAULTS = ['duplicate-webhook', 'drop-webhook'] as const;

type CallFaultKind = (typeof CALL_FAULTS)[number];
type WebhookFaultKind = (typeof WEBHOOK_FAULTS)[number];

/** The error response of an `error` fault. */
const errorReply = z.object({
  status: z.int().min(400).max(599),
  category: z.enum(CATEGORIES),
  code: z.string().regex(/^[A-Z][A-Z0-9_]+$/),
  detail: z.string().optional(),
  field: z.string().optional(),
  /** Seconds, sent as Retry-After. */
  retryAfter: z.int().min(0).optional(),
});
export type ErrorReply = z.infer<typeof errorReply>;

export interface Fault {
  operation: FaultyOperation;
  kind: CallFaultKind | WebhookFaultKind;
  /** Remaining calls or notifications to fail. */
  count: number;
  delayMs: number;
  /** Whether the call takes effect before it fails; each kind has a default. */
  recorded?: boolean;
  /** Present with `error` and its short forms. */
  reply?: ErrorReply;
}

/** Kinds that apply to one operation only, even in a fault for any operation. */
const ONLY_ON: Partial<Record<CallFaultKind, Operation>> = {
  'stale-list': 'list',
  'refund-failed': 'refund',
  'refund-rejected': 'refund',
};

const isWebhookFault = (kind: Fault['kind']): kind is WebhookFaultKind =>
  (WEBHOOK_FAULTS as readonly string[]).includes(kind);

/** Stale lists omit entries younger than this (ms). */
export const staleMsOf = (fault: Fault | undefined): number => (fault?.kind === 'stale-list' ? fault.delayMs : 0);

/** An issuer decline, which leaves a FAILED payment unless `recorded` is false. */
export const declineOf = (fault: Fault | undefined): ErrorReply | undefined =>
  fault?.reply?.category === 'PAYMENT_METHOD_ERROR' && fault.recorded !== false ? fault.reply : undefined;

const SETTLES_AS: Partial<Record<Fault['kind'], RefundStatus>> = {
  'refund-failed': 'FAILED',
  'refund-rejected': 'REJECTED',
};
export const settlementOf = (fault: Fault | undefined): Settlement | undefined => {
  const status = fault && SETTLES_AS[fault.kind];
  return status && { status, afterMs: fault.delayMs };
};

/** Queues the faults that a test requests, oldest first. Each call uses one up. A restart clears the queue. */
export class FaultQueue {
  private faults: Fault[] = [];

  add(fault: Fault): void {
    this.faults.push({ ...fault });
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

/** Short forms of `error`. */
const REPLIES: Record<string, ErrorReply> = {
  'error-500': { status: 500, category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' },
  'error-503': { status: 503, category: 'API_ERROR', code: 'SERVICE_UNAVAILABLE' },
  'error-429': { status: 429, category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED' },
};

const faultRequest = z.object({
  operation: z.enum(FAULTY_OPERATIONS).default('any'),
  kind: z.enum([...CALL_FAULTS, ...WEBHOOK_FAULTS]).default('error'),
  count: z.int().min(1).max(1_000_000).default(1),
  delayMs: z.int().min(0).max(600_000).optional(),
  recorded: z.boolean().optional(),
});

/** Serves /simulator/faults, where tests request faults. */
export const faultRoutes = (app: FastifyInstance, faults: FaultQueue): void => {
  app.get('/faults', () => ({ faults: faults.list() }));
  app.post('/faults', (request, reply) => {
    const asked = checked(faultRequest, request.body);
    const { kind, delayMs = kind.startsWith('refund-') ? 1_000 : 5_000 } = asked;
    const isError = kind === 'error' || kind in REPLIES;
    const fault = {
      ...asked,
      delayMs,
      reply: isError ? checked(errorReply, { ...REPLIES[kind], ...(request.body as object) }) : undefined,
    };
    faults.add(fault);
    return reply.status(201).send(fault);
  });
  app.delete('/faults', (_, reply) => {
    faults.clear();
    return reply.status(204).send();
  });
};
