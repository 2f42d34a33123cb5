import { attemptOf } from '../reconciliation/marker.js';

/** What a webhook is about; what it says about the thing's state is never believed. */
export interface SquareEvent {
  eventId: string;
  subject: { kind: 'payment' | 'refund'; id: string } | undefined;
}

interface Body {
  event_id?: unknown;
  type?: unknown;
  data?: { id?: unknown; object?: { payment?: { reference_id?: unknown } } };
}

/** Undefined for a body that is no event. An event without a subject of ours is taken and nothing follows. */
export const parseEvent = (body: Buffer): SquareEvent | undefined => {
  const event = parsed(body);
  if (typeof event?.event_id !== 'string' || event.event_id === '') return undefined;
  return { eventId: event.event_id, subject: subjectOf(event) };
};

const subjectOf = ({ type, data }: Body): SquareEvent['subject'] => {
  const kind = typeof type === 'string' ? type.split('.')[0] : undefined;
  const id = data?.id;
  if (typeof id !== 'string') return undefined;
  if (kind === 'refund') return { kind, id };
  const referenceId = data?.object?.payment?.reference_id;
  if (kind !== 'payment' || typeof referenceId !== 'string' || !attemptOf({ referenceId })) return undefined;
  return { kind, id };
};

const parsed = (body: Buffer): Body | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};
