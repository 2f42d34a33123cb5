import type { Availability } from '@geodes/contracts';
import type { LiveMessage } from '../../app/live-listeners.js';

const AVAILABILITIES: readonly unknown[] = ['available', 'held', 'sold'] satisfies Availability[];

/** Parses an event of the stream. Returns undefined for unknown events, which a newer server may send. */
export const readLiveEvent = (name: string, data: string): LiveMessage | undefined => {
  if (name === 'reset') return { name };
  let told: { id?: unknown; availability?: unknown; ids?: unknown } | null;
  try {
    told = JSON.parse(data) as typeof told;
  } catch {
    return undefined;
  }
  if (name === 'availability' && typeof told?.id === 'string' && AVAILABILITIES.includes(told.availability))
    return { name, id: told.id, availability: told.availability as Availability };
  if (name === 'catalog' && Array.isArray(told?.ids)) return { name, ids: told.ids.map(String) };
  return undefined;
};
