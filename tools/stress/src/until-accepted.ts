import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_DELAY_MS = 1_000;

/** Repeats a request while the shop cannot take it (503). Returns the last response. */
export const untilAccepted = async <Response extends { status: number }>(
  ask: () => Promise<Response>,
  timeoutMs: number,
): Promise<Response> => {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const response = await ask();
    if (response.status !== 503 || performance.now() > end) return response;
    await sleep(RETRY_DELAY_MS);
  }
};
