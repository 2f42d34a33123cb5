import type { AppStore } from '../../app/store.js';
import { applyLive } from './apply-live.js';
import type { LiveMessage } from '../../app/live-listeners.js';
import { readLiveEvent } from './live-events.js';

const NAME = 'geodes-live';
const EVENTS = ['availability', 'catalog', 'reset'];
/** Who gets the lock within this time is the first to read, milliseconds. */
const AT_ONCE_MS = 500;
/** Where the browser gives up (it does after an error page), milliseconds until the next try: the first, and the longest. */
const RETRY_DELAY_MS = { first: 2_000, longest: 60_000 };
/** What the reading tab remembers for tabs that are opened later. */
const MAX_CACHED = 500;

interface Numbered {
  id: number;
  message: LiveMessage;
}
/** What tabs say to each other: news, or that one was just opened whose page was made at this event. */
type Said = { news: LiveMessage } | { joinedAt: number };

/**
 * Follows the shop live. The tabs of a browser share one stream: the one that has the lock reads it and tells the
 * others; when it is closed the next one takes over.
 */
export const openLiveStream = (store: AppStore): void => {
  const show = (message: LiveMessage) => store.dispatch(applyLive(message));
  const madeAt = pageMadeAt();
  // only secure origins have locks; elsewhere each tab reads for itself
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
    // what the tab before had not told any more is not known
    if (hasWaited) tell({ id: 0, message: { name: 'reset' } });
    readStream(tell, hasWaited ? null : madeAt);
    return new Promise<never>(() => undefined);
  });
};

/** The last event when the server made this page: what came since is told first. */
const pageMadeAt = (): number | null => {
  const number = document.querySelector<HTMLMetaElement>('meta[name="live"]')?.content;
  return number ? Number(number) : null;
};

/** Reads until the page is gone. */
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
