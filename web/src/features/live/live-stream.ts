import type { AppStore } from '../../app/store.js';
import { applyLive } from './apply-live.js';
import type { LiveMessage } from '../../app/live-listeners.js';
import { readLiveEvent } from './live-events.js';

const NAME = 'geodes-live';
const EVENTS = ['availability', 'catalog', 'reset'];
/** A tab that gets the lock within this time is the first reader, milliseconds. */
const AT_ONCE_MS = 500;
/** Backoff after EventSource has closed (it does after an error response), milliseconds. */
const RETRY_DELAY_MS = { first: 2_000, longest: 60_000 };
/** Number of events that the reading tab caches for tabs opened later. */
const MAX_CACHED = 500;

interface Numbered {
  id: number;
  message: LiveMessage;
}
/** Messages between tabs: an event, or that a tab was opened with a page rendered at this event id. */
type Said = { news: LiveMessage } | { joinedAt: number };

/**
 * Subscribes to live events. The tabs of a browser share one stream: the tab with the lock reads it and forwards
 * events; when it closes, the next tab takes the lock.
 */
export const openLiveStream = (store: AppStore): void => {
  const show = (message: LiveMessage) => store.dispatch(applyLive(message));
  const madeAt = pageMadeAt();
  // Only secure origins have locks; elsewhere each tab reads its own stream.
  if (!('locks' in navigator)) return readStream(({ message }) => show(message), madeAt);

  const channel = new BroadcastChannel(NAME);
  const say = (said: Said) => channel.postMessage(said);
  const remembered: Numbered[] = [];
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if ('news' in data) show(data.news);
    else for (const { id, message } of remembered) if (id > data.joinedAt) say({ news: message });
  });
  if (madeAt !== null) say({ joinedAt: madeAt });

  const tell = ({ id, message }: Numbered) => {
    remembered.push({ id, message });
    if (remembered.length > MAX_CACHED) remembered.shift();
    show(message);
    say({ news: message });
  };
  let hasWaited = false;
  setTimeout(() => (hasWaited = true), AT_ONCE_MS);
  void navigator.locks.request(NAME, () => {
    // Events that the previous tab did not forward are lost.
    if (hasWaited) tell({ id: 0, message: { name: 'reset' } });
    readStream(tell, hasWaited ? null : madeAt);
    return new Promise<never>(() => undefined);
  });
};

/** Returns the last event id when the server rendered this page; the stream resumes after it. */
const pageMadeAt = (): number | null => {
  const number = document.querySelector<HTMLMetaElement>('meta[name="live"]')?.content;
  return number ? Number(number) : null;
};

/** Reads the stream until the page is closed. */
const readStream = (tell: (told: Numbered) => void, madeAt: number | null): void => {
  let after = madeAt;
  let again = RETRY_DELAY_MS.first;
  const open = () => {
    const stream = new EventSource(after === null ? '/api/live' : `/api/live?after=${after}`);
    stream.addEventListener('open', () => (again = RETRY_DELAY_MS.first));
    for (const name of EVENTS)
      stream.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        const message = readLiveEvent(name, data);
        if (message) tell({ id: Number(lastEventId), message });
      });
    stream.addEventListener('error', () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      setTimeout(() => {
        after = null;
        tell({ id: 0, message: { name: 'reset' } });
        open();
      }, again);
      again = Math.min(again * 2, RETRY_DELAY_MS.longest);
    });
  };
  open();
};
