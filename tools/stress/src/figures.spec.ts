import { counted } from './figures.js';

it('figures of a trial count what buyers were told', () => {
  expect(counted([201, 409, 409])).toEqual({ 201: 1, 409: 2 });
});
