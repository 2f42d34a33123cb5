import { countEach } from './report.js';

it('countEach counts how often each value occurs', () => {
  expect(countEach([201, 409, 409])).toEqual({ 201: 1, 409: 2 });
});
