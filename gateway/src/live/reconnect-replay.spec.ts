import type { LiveEvent } from '@geodes/contracts';
import { eventFrame, ReconnectReplay } from './reconnect-replay.js';

const event = (id: number): LiveEvent => ({
  id,
  name: 'availability',
  data: { id: `geode-${id}`, availability: 'held' },
});
const replayOf = (from: number, to: number) => {
  const replay = new ReconnectReplay();
  replay.add(Array.from({ length: to - from + 1 }, (_, index) => event(from + index)));
  return replay;
};

describe('a stream that reconnects', () => {
  it('gets each event it missed once', () => {
    expect(replayOf(5, 8).missedSince('6', 8)).toBe(eventFrame(event(7)) + eventFrame(event(8)));
    expect(replayOf(5, 8).missedSince('4', 8)).toContain('id: 5\n');
    expect(replayOf(5, 8).missedSince('8', 8)).toBe('');
  });
  it.each(['3', '9', '-1', 'last', '', '1e3'])('gets no events after the id %j, which is not buffered', (seen) => {
    expect(replayOf(5, 8).missedSince(seen, 8)).toBeUndefined();
  });
  it('can miss two thousand events', () => {
    const replay = replayOf(1, 2_500);
    expect(replay.missedSince('500', 2_500)).toBeDefined();
    expect(replay.missedSince('499', 2_500)).toBeUndefined();
  });
});

it('an event is sent as its id, its name and its data', () => {
  expect(eventFrame(event(7))).toBe('id: 7\nevent: availability\ndata: {"id":"geode-7","availability":"held"}\n\n');
});
