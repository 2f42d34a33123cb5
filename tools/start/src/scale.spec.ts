import { instanceName, parseScale } from './scale.js';

describe('parseScale', () => {
  it('runs one of each service by default', () => {
    expect(parseScale('')).toEqual({ gateway: 1, catalog: 1, orders: 1, payments: 1, media: 1 });
  });

  it('runs several instances of the named services', () => {
    expect(parseScale(' gateway=2, orders = 3,')).toMatchObject({ gateway: 2, orders: 3, catalog: 1 });
  });

  it.each(['orders', 'orders=', 'orders=two', 'postgres=2', 'orders=2;media=2', 'toString=2'])(
    'refuses %s and lists the known names',
    (text) => {
      expect(() => parseScale(text)).toThrow(/is not like orders=2; names are gateway, catalog/);
    },
  );

  it.each(['orders=0', 'orders=17', 'orders=999'])('refuses the number in %s', (text) => {
    expect(() => parseScale(text)).toThrow('orders can run 1 to 16 times');
  });

  it('names the second instance NAME.2', () => {
    expect([1, 2, 3].map((index) => instanceName('gateway', index))).toEqual(['gateway', 'gateway.2', 'gateway.3']);
  });
});
