import type { AppStore } from '../../app/store.js';
import { applyLive } from './apply-live.js';
import { type LiveMessage, readLiveEvent } from './live-events.js';

const NAME = 'geodes-live';
const EVENTS = ['availability', 'catalog', 'reset'];
/** Who gets the lock within this time is the first to read, milliseconds. */
const AT_ONCE_MS = 500;
/** Where the browser gives up (it does after an error page), milliseconds until the next try: the first, and the longest. */
const AGAIN_MS = { first: 2_000, longest: 60_000 };

/**
 * Follows the shop live. The tabs of a browser share one stream: the one that has the lock reads it and tells the
 * others; when it is closed the next one takes over.
 */
export const followShop = (store: AppStore): void => {
  const channel = new BroadcastChannel(NAME);
  const show = (message: LiveMessage) => store.dispatch(applyLive(message));
  channel.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => show(data));
  const tell = (message: LiveMessage) => {
    show(message);
    channel.postMessage(message);
  };
  // only secure origins have locks; elsewhere each tab reads for itself
  if (!('locks' in navigator)) return readStream(show, pageMadeAt());
  let hasWaited = false;
  setTimeout(() => (hasWaited = true), AT_ONCE_MS);
  void navigator.locks.request(NAME, () => {
    // what the tab before had not told any more is not known
    if (hasWaited) tell({ name: 'reset' });
    readStream(tell, hasWaited ? null : pageMadeAt());
    return new Promise<never>(() => undefined);
  });
};

/** The last event when the server made this page: what came since is told first. */
const pageMadeAt = (): string | null => document.querySelector<HTMLMetaElement>('meta[name="live"]')?.content ?? null;

/** Reads until the page is gone. */
const readStream = (tell: (message: LiveMessage) => void, after: string | null): void => {
  let again = AGAIN_MS.first;
  const open = () => {
    const stream = new EventSource(after === null ? '/api/live' : `/api/live?after=${encodeURIComponent(after)}`);
    stream.addEventListener('open', () => (again = AGAIN_MS.first));
    for (const name of EVENTS)
      stream.addEventListener(name, ({ data }: MessageEvent<string>) => {
        const message = readLiveEvent(name, data);
        if (message) tell(message);
      });
    stream.addEventListener('error', () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      stream.close();
      setTimeout(() => {
        after = null;
        tell({ name: 'reset' });
        open();
      }, again);
      again = Math.min(again * 2, AGAIN_MS.longest);
    });
  };
  open();
};
