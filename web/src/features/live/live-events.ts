import type { Availability } from '@geodes/contracts';
import type { LiveMessage } from '../../app/live-listeners.js';

const AVAILABILITIES: readonly unknown[] = ['available', 'held', 'sold', 'upcoming'] satisfies Availability[];

/** Parses an event of the stream. Returns undefined for unknown events, which a newer server may send. */
export const readLiveEvent = (name: string, data: string): LiveMessage | undefined => {
  if (name === 'reset') return { name };
  let event: { id?: unknown; availability?: unknown; ids?: unknown } | null;
  try {
    event = JSON.parse(data) as typeof event;
  } catch {
    return undefined;
  }
  if (name === 'availability' && typeof event?.id === 'string' && AVAILABILITIES.includes(event.availability))
    return { name, id: event.id, availability: event.availability as Availability };
  if (name === 'catalog' && Array.isArray(event?.ids)) return { name, ids: event.ids.map(String) };
  return undefined;
};
