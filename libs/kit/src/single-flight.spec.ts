import { SingleFlight } from './single-flight.js';

it('shares one run among the callers of a key, and starts another once it has ended', async () => {
  const flights = new SingleFlight<number>();
  let runs = 0;
  const work = () => Promise.resolve((runs += 1));
  expect(await Promise.all([flights.run('a', work), flights.run('a', work), flights.run('b', work)])).toEqual([
    1, 1, 2,
  ]);
  expect(await flights.run('a', work)).toBe(3);
});

it('keeps no failure', async () => {
  const flights = new SingleFlight<string>();
  const failing = () => Promise.reject(new Error('broken'));
  const both = await Promise.allSettled([flights.run('a', failing), flights.run('a', failing)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flights.run('a', () => Promise.resolve('whole'))).toBe('whole');
});
