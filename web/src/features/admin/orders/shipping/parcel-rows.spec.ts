import type { RefundableOrder } from '@geodes/contracts';
import { fillFrom, parcelFaults, pastedLines, refusals, shippedCountText, toShipments } from './parcel-rows.js';

const order = (id: string, trackingNumber: string | null = null): RefundableOrder =>
  ({ id, trackingNumber }) as RefundableOrder;

describe('pasted tracking numbers', () => {
  it.each([
    ['9400', null],
    ['9400\n', null],
    ['9400\r\n9401\r\n', ['9400', '9401']],
    [' 9400 \n\n9402', ['9400', '', '9402']],
  ])('%j are the lines %j', (text, lines) => expect(pastedLines(text)).toEqual(lines));

  it('fill one field after the other, and no more than there are', () => {
    expect(fillFrom({ a: 'kept' }, ['a', 'b', 'c'], 1, ['1', '2', '3'])).toEqual({ a: 'kept', b: '1', c: '2' });
  });
});

describe('the parcels of a list', () => {
  const orders = [order('0000000000000001'), order('0000000000000002', 'old'), order('0000000000000003')];
  it('have what was typed; an emptied number is cleared, an empty one stays missing', () => {
    expect(toShipments(orders, { '0000000000000001': ' 9400 ', '0000000000000002': '' }, 'usps')).toEqual([
      { orderNumber: '00000001', carrier: 'usps', trackingNumber: '9400' },
      { orderNumber: '00000002', carrier: 'usps', trackingNumber: null },
      { orderNumber: '00000003', carrier: 'usps' },
    ]);
    expect(toShipments(orders.slice(1, 2), {}, 'none')).toEqual([{ orderNumber: '00000002', trackingNumber: 'old' }]);
  });

  it('are refused by order', () => {
    const outcome = (name: 'shipped' | 'refused', message: string | null = null) => ({
      orderNumber: '',
      outcome: name,
      message,
    });
    const results = [outcome('shipped'), outcome('refused', 'This order was cancelled.'), outcome('shipped')];
    expect(refusals(orders, results)).toEqual({ '0000000000000002': 'This order was cancelled.' });
    const errors = [{ field: 'shipments.2.trackingNumber', reason: 'Too long.' }];
    expect(parcelFaults(orders, [...errors, { field: 'shipments', reason: 'Too many.' }])).toEqual({
      '0000000000000003': 'Too long.',
    });
    expect([1, 2].map(shippedCountText)).toEqual(['1 order is marked as shipped.', '2 orders are marked as shipped.']);
  });
});
