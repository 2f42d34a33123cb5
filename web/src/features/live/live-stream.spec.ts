import { readLiveEvent } from './live-stream.js';

it('parses availability, catalog and reset events', () => {
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
])('ignores unknown or malformed events: %s %s', (name, data) => expect(readLiveEvent(name, data)).toBeUndefined());
