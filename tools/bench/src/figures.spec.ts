import { ms, percent, whole } from './figures.js';

it('figures are said as a person reads them', () => {
  expect([whole(12_345.6), percent(0.456), ms(3.14159), ms(31.4)]).toEqual(['12,346', '46 %', '3.1 ms', '31 ms']);
});
