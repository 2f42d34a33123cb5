import { useSyncExternalStore } from 'react';

/** A visitor's clock may be wrong, so the page asks the shop for the time, and counts from there. */
const SYNC_INTERVAL_MS = 10 * 60_000;
const RETRY_MS = 10_000;
/** After a slower response the time may be wrong by half of its duration: the page asks again after RETRY_MS. */
const SLOW_RESPONSE_MS = 1_000;

const listeners = new Set<() => void>();
/** The shop's time, milliseconds since 1970, at this page's time 0; undefined until the shop has responded. */
let origin: number | undefined;
let next: ReturnType<typeof setTimeout> | undefined;

/** Returns the shop's time, milliseconds since 1970; undefined until it is known. */
export const shopTime = (): number | undefined => (origin === undefined ? undefined : origin + performance.now());

/** Returns when to read it again, milliseconds. Throws if the shop does not respond in time. */
const readShopTime = async (): Promise<number> => {
  const sentAt = performance.now();
  const response = await fetch('/api/time', { signal: AbortSignal.timeout(RETRY_MS) });
  if (!response.ok) throw new Error(`the shop's time: ${response.status}`);
  const { now } = (await response.json()) as { now: string };
  // the shop read its clock between the request and the response
  const receivedAt = performance.now();
  origin = Date.parse(now) - (sentAt + receivedAt) / 2;
  for (const listener of listeners) listener();
  return receivedAt - sentAt > SLOW_RESPONSE_MS ? RETRY_MS : SYNC_INTERVAL_MS;
};

const sync = async (): Promise<void> => {
  const nextMs = await readShopTime().catch(() => RETRY_MS);
  clearTimeout(next);
  if (listeners.size > 0) next = setTimeout(() => void sync(), nextMs);
};

/** Page time stands still while a device sleeps. */
const syncIfVisible = () => {
  if (document.visibilityState === 'visible') void sync();
};

/** Keeps the clock right while there are listeners. */
const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', syncIfVisible);
    void sync();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(next);
    document.removeEventListener('visibilitychange', syncIfVisible);
  };
};

/** Renders again when the shop's time becomes known or is corrected. Returns a value that changes then. */
export const useShopClock = (): number | undefined =>
  useSyncExternalStore(
    listen,
    () => origin,
    () => undefined,
  );
