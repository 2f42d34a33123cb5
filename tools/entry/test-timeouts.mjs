// Ends each test and hook that takes too long, because jest-light-runner has no time-outs.
import { setTimeout as sleep } from 'node:timers/promises';
import { addEventHandler } from 'jest-circus';

const TIMEOUT_MS = process.env.TEST_KIND === 'integration' ? 60_000 : 10_000;

addEventHandler(({ name }, { currentDescribeBlock }) => {
  const added = { add_test: currentDescribeBlock.children, add_hook: currentDescribeBlock.hooks }[name]?.at(-1);
  if (added?.fn) added.fn = endedAfter(added.timeout ?? TIMEOUT_MS, added.fn);
});

function endedAfter(ms, fn) {
  return async () => {
    const ended = new AbortController();
    const limit = sleep(ms, undefined, { signal: ended.signal }).then(() => {
      throw new Error(`took more than ${ms} ms`);
    });
    try {
      await Promise.race([fn(), limit]);
    } finally {
      limit.catch(() => undefined);
      ended.abort();
    }
  };
}
