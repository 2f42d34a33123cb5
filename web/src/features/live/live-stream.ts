import type { Availability } from '@geodes/contracts';
import { api } from '../../app/api.js';
import { notifyListeners, type LiveMessage } from '../../app/live-listeners.js';
import type { AppStore, AppThunk } from '../../app/store.js';
import { availabilityChanged, geodeLists, geodeTag } from '../geodes/geodes.api.js';

const NAME = 'geodes-live';
const EVENTS = ['availability', 'catalog', 'reset'];
/**
 * A tab that gets the lock within this time is the first reader, milliseconds. A visible tab without a stream steals the
 * lock after it: a suspended tab learns only when it is shown again that its lock is gone.
 */
const FIRST_READER_MS = 500;
/** Backoff after EventSource has closed (it does after an error response), milliseconds. */
const RETRY_DELAY_MS = { first: 2_000, longest: 60_000 };
/** An event id that the server does not know: it sends a `reset` when the stream is open, so that nothing is missed. */
const UNKNOWN = 'unknown';
/** Number of events that the reading tab caches for tabs opened later. */
const MAX_CACHED = 500;

interface NumberedEvent {
  id: number;
  message: LiveMessage;
}
/** Messages between tabs: an event, or that a tab was opened with a page rendered at this event id. */
type TabMessage = { news: LiveMessage; id: number } | { joinedAt: number };

/** Subscribes to live events. The tabs of a browser share one stream. */
export const openLiveStream = (store: AppStore): void => {
  const show = (message: LiveMessage) => store.dispatch(applyLive(message));
  const renderedAt = pageRenderedAt();
  // Only secure origins have locks; elsewhere each tab reads its own stream.
  if ('locks' in navigator) readInOneTab(joinTabs(show, renderedAt));
  else readStream(({ message }) => show(message), renderedAt);
};

/** Shows the events that other tabs publish. Returns how to publish an event and the id of the last one. */
const joinTabs = (show: (message: LiveMessage) => void, renderedAt: number | null) => {
  const channel = new BroadcastChannel(NAME);
  const post = (message: TabMessage) => channel.postMessage(message);
  const recent: NumberedEvent[] = [];
  let last = renderedAt;
  /** Id of the last event about each geode: another tab may forward an older one later. */
  const lastOf = new Map<string, number>();
  const receive = ({ id, message }: NumberedEvent) => {
    if (message.name === 'availability') {
      if (id < (lastOf.get(message.id) ?? 0)) return;
      lastOf.set(message.id, id);
    }
    // a restored shop counts from an earlier id
    if (message.name === 'reset') lastOf.clear();
    last = message.name === 'reset' ? id : Math.max(last ?? 0, id);
    show(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if ('news' in data) receive({ id: data.id, message: data.news });
    else for (const { id, message } of recent) if (id > data.joinedAt) post({ news: message, id });
  });
  if (renderedAt !== null) post({ joinedAt: renderedAt });

  const publish = (event: NumberedEvent) => {
    recent.push(event);
    if (recent.length > MAX_CACHED) recent.shift();
    receive(event);
    post({ news: event.message, id: event.id });
  };
  return { publish, lastId: () => last };
};

/**
 * Reads the stream while this tab has the lock; when it closes, the next tab takes the lock. A tab that is shown steals
 * it, because iOS suspends hidden tabs.
 */
const readInOneTab = ({ publish, lastId }: ReturnType<typeof joinTabs>): void => {
  let hasWaited = false;
  let isReading = false;
  const lock = async (options: LockOptions) => {
    let close: (() => void) | undefined;
    const read = () => {
      // Takes the place in the queue: another tab may steal this lock and close.
      if (!options.steal) void lock({});
      isReading = true;
      // The previous tab may not have forwarded every event.
      close = readStream(publish, lastId() ?? (hasWaited ? UNKNOWN : null));
      return new Promise<never>(() => undefined);
    };
    await navigator.locks.request(NAME, options, read).catch(() => undefined);
    close?.();
    isReading = false;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stealSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hasWaited = true;
      if (!isReading && !document.hidden) void lock({ steal: true });
    }, FIRST_READER_MS);
  };
  void lock({});
  stealSoon();
  document.addEventListener('visibilitychange', stealSoon);
  window.addEventListener('pageshow', stealSoon);
};

/** Applies a live event to the cache. Refetches only what the page shows and what was edited. */
const applyLive =
  (message: LiveMessage): AppThunk =>
  (dispatch) => {
    notifyListeners(message);
    if (message.name === 'reset') {
      dispatch(api.util.invalidateTags(['Geode', ...geodeLists, 'Showcase']));
      return;
    }
    if (message.name === 'catalog') {
      const shown = message.ids.flatMap((id) => [geodeTag(id), { type: 'Showcase' as const, id }]);
      dispatch(api.util.invalidateTags(shown));
      return;
    }
    const show = () => dispatch(availabilityChanged(message.id, message.availability));
    show();
    // Responses of reads in flight may be older than the event.
    const reads = dispatch(api.util.getRunningQueriesThunk());
    if (reads.length > 0) void Promise.allSettled(reads).then(show);
  };

/** Returns the last event id when the server rendered this page; the stream resumes after it. */
const pageRenderedAt = (): number | null => {
  const number = document.querySelector<HTMLMetaElement>('meta[name="live"]')?.content;
  return number ? Number(number) : null;
};

/** Reads the stream until the returned function is called. `from` is the event id after which it begins. */
const readStream = (publish: (event: NumberedEvent) => void, from: number | string | null): (() => void) => {
  let after = from;
  let again = RETRY_DELAY_MS.first;
  let stream: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  const open = () => {
    stream = new EventSource(after === null ? '/api/live' : `/api/live?after=${after}`);
    stream.addEventListener('open', () => (again = RETRY_DELAY_MS.first));
    for (const name of EVENTS)
      stream.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        after = lastEventId;
        const message = readLiveEvent(name, data);
        if (message) publish({ id: Number(lastEventId), message });
      });
    stream.addEventListener('error', () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      after ??= UNKNOWN;
      timer = setTimeout(open, again);
      again = Math.min(again * 2, RETRY_DELAY_MS.longest);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    stream.close();
  };
};

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
