import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { StreamsByAddress } from './live-hub.js';

it('the streams of an address make room when one closes, and are forgotten when all have', () => {
  const streams = new StreamsByAddress();
  const all = Array.from({ length: 100 }, () => new EventEmitter());
  for (const stream of all) streams.add(stream as unknown as ServerResponse, '203.0.113.5');
  expect(() => streams.assertRoom('203.0.113.5')).toThrow('Too many open pages from your address');
  all.pop()?.emit('close');
  expect(() => streams.assertRoom('203.0.113.5')).not.toThrow();
  for (const stream of all) stream.emit('close');
  expect(streams['open'].size).toBe(0);
});
