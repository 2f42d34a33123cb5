import type { LiveEvent } from '@geodes/contracts';
import { frame, ReplayBuffer } from './replay-buffer.js';

const event = (id: number): LiveEvent => ({
  id,
  name: 'availability',
  data: { id: `stone-${id}`, availability: 'held' },
});
const recent = (from: number, to: number) => {
  const events = new ReplayBuffer();
  events.add(Array.from({ length: to - from + 1 }, (_, index) => event(from + index)));
  return events;
};

describe('a browser that comes back', () => {
  it('gets what it missed, and nothing twice', () => {
    expect(recent(5, 8).after('6', 8)).toBe(frame(event(7)) + frame(event(8)));
    expect(recent(5, 8).after('4', 8)).toContain('id: 5\n');
    expect(recent(5, 8).after('8', 8)).toBe('');
  });
  it.each(['3', '9', '-1', 'last', '', '1e3'])('with the number %j has to ask for everything again', (seen) => {
    expect(recent(5, 8).after(seen, 8)).toBeUndefined();
  });
  it('may have been away for two thousand events', () => {
    const events = recent(1, 2_500);
    expect(events.after('500', 2_500)).toBeDefined();
    expect(events.after('499', 2_500)).toBeUndefined();
  });
});

it('an event is its number, its name and its data', () => {
  expect(frame(event(7))).toBe('id: 7\nevent: availability\ndata: {"id":"stone-7","availability":"held"}\n\n');
});
