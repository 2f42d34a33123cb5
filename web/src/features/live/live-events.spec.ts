import { readLiveEvent } from './live-events.js';

it('knows what can be had, what was changed, and that too much was missed', () => {
  expect(readLiveEvent('availability', '{"id":"agate","availability":"held"}')).toEqual({
    name: 'availability',
    id: 'agate',
    availability: 'held',
  });
  expect(readLiveEvent('catalog', '{"ids":["agate","pyrite"]}')).toEqual({ name: 'catalog', ids: ['agate', 'pyrite'] });
  expect(readLiveEvent('reset', '{}')).toEqual({ name: 'reset' });
});

it.each([
  ['availability', '{"id":"agate","availability":"lost"}'],
  ['availability', 'null'],
  ['catalog', '{"ids":"agate"}'],
  ['catalog', 'agate'],
  ['weather', '{}'],
])('leaves out what it does not know: %s %s', (name, data) => expect(readLiveEvent(name, data)).toBeUndefined());
