import { type APIResponse, expect } from '@playwright/test';
import type { ErrorBody } from '@geodes/contracts';

/** Expects a 503 with a retry time and a readable message that names no internal cause. */
export const expectNotNow = async (reply: APIResponse) => {
  expect(reply.status(), await reply.text()).toBe(503);
  expect(Number(reply.headers()['retry-after'])).toBeGreaterThan(0);
  const { code, message } = (await reply.json()) as ErrorBody;
  expect(code).toBe('UNAVAILABLE');
  expect(message).toMatch(/try again/);
  expect(await reply.text()).not.toMatch(/OOM|maxmemory|ENOSPC|EFBIG|too many connections|geodes_|postgres|redis/i);
};
