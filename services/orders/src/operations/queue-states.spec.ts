import { redisState } from './queue-states.js';

describe('redisState', () => {
  it('parses memory, limit and policy from INFO', () => {
    const info =
      '# Memory\r\nused_memory:1048576\r\nused_memory_human:1.00M\r\nmaxmemory:201326592\r\nmaxmemory_policy:noeviction\r\n';
    expect(redisState(info)).toEqual({ usedBytes: 1_048_576, maxBytes: 201_326_592, policy: 'noeviction' });
  });

  it('returns 0 for a missing limit and an empty missing policy', () => {
    expect(redisState('used_memory:1\r\nmaxmemory:0')).toEqual({ usedBytes: 1, maxBytes: 0, policy: '' });
  });
});
