import { EventParser } from './follower.js';

it('EventParser reads events from any chunks, with ids, retry delays and heartbeats', () => {
  const parser = new EventParser();
  expect(parser.feed('retry: 1000\n\nid: 7\n\n:\n\nid: 8\neve')).toEqual([]);
  expect([parser.lastEventId, parser.retryMs]).toEqual(['7', 1_000]);
  expect(parser.feed('nt: availability\ndata: {"id":"agate:1"}\n\nid: 9\nevent: reset\ndata: {}\n\n')).toEqual([
    { id: '8', name: 'availability', data: { id: 'agate:1' } },
    { id: '9', name: 'reset', data: {} },
  ]);
  expect(parser.lastEventId).toBe('9');
});
