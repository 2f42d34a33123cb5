import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { StreamsByAddress } from './live-hub.js';

const open = (streams: StreamsByAddress, count: number, address: (index: number) => string): EventEmitter[] =>
  Array.from({ length: count }, (_, index) => {
    const stream = new EventEmitter();
    streams.assertRoom(address(index));
    streams.add(stream as unknown as ServerResponse, address(index));
    return stream;
  });

describe('the streams of an address', () => {
  it('are at most 100, and another address is not affected', () => {
    const streams = new StreamsByAddress();
    open(streams, 100, () => '203.0.113.5');
    expect(() => streams.assertRoom('203.0.113.5')).toThrow('Too many open pages from your address');
    expect(() => streams.assertRoom('203.0.113.6')).not.toThrow();
  });

  it('are counted together in an IPv6 /64', () => {
    const streams = new StreamsByAddress();
    open(streams, 100, (index) => `2001:db8::${index.toString(16)}`);
    expect(() => streams.assertRoom('2001:db8::ffff')).toThrow('Too many open pages');
    expect(() => streams.assertRoom('2001:db8:0:1::1')).not.toThrow();
  });

  it('make room when one closes, and are forgotten when all have', () => {
    const streams = new StreamsByAddress();
    const all = open(streams, 100, () => '203.0.113.5');
    all.pop()?.emit('close');
    expect(() => streams.assertRoom('203.0.113.5')).not.toThrow();
    for (const stream of all) stream.emit('close');
    expect(streams.addresses).toBe(0);
  });
});
