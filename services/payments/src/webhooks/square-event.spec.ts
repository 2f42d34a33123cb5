import { isSigned, parseEvent } from './square-event.js';

const event = (type: string, id: unknown, object: object = {}) =>
  parseEvent(Buffer.from(JSON.stringify({ type, data: { type: type.split('.')[0], id, object } })));

describe("the parser of Square's webhooks", () => {
  it('returns the payment of an attempt', () => {
    const payment = { reference_id: '0b0f3ec5-086a-4871-8f13-3c81b3875218', status: 'COMPLETED' };
    expect(event('payment.updated', 'P1', { payment })).toEqual({ kind: 'payment', id: 'P1' });
  });

  it('recognises a payment that was captured in full', () => {
    const attemptId = '0b0f3ec5-086a-4871-8f13-3c81b3875218';
    const whole = { reference_id: attemptId, status: 'COMPLETED', amount_money: { amount: 12_900, currency: 'USD' } };
    const parse = (payment: object) => event('payment.updated', 'P1', { payment });
    expect(parse(whole)).toEqual({ kind: 'payment', id: 'P1', captured: { attemptId, amountCents: 12_900 } });
    for (const other of [
      { status: 'APPROVED' },
      { amount_money: { amount: 12_900, currency: 'CAD' } },
      { amount_money: { amount: '12900', currency: 'USD' } },
      { refund_ids: ['R1'] },
      { refunded_money: { amount: 100, currency: 'USD' } },
    ]) {
      expect(parse({ ...whole, ...other })).toEqual({ kind: 'payment', id: 'P1' });
    }
  });

  it("ignores the payments of the owner's till", () => {
    expect(event('payment.created', 'P1', { payment: {} })).toBeUndefined();
    expect(event('payment.created', 'P1', { payment: { reference_id: 'table 7' } })).toBeUndefined();
  });

  it('returns a refund with its payment, and ignores a refund without one', () => {
    const subject = { kind: 'refund', id: 'R1', squarePaymentId: 'P1' };
    expect(event('refund.updated', 'R1', { refund: { payment_id: 'P1' } })).toEqual(subject);
    expect(event('refund.updated', 'R1', { refund: {} })).toBeUndefined();
  });

  it('ignores unknown events', () => {
    expect(event('customer.created', 'C1')).toBeUndefined();
    expect(event('refund.created', 7)).toBeUndefined();
  });

  it('ignores a body that is not an event', () => {
    for (const body of ['', 'null', '[]', '{', '7', '{"data":7}'])
      expect(parseEvent(Buffer.from(body))).toBeUndefined();
  });
});

describe("the signature of Square's webhooks", () => {
  const url = 'https://example.com/webhook';
  const key = 'asdf1234';
  const body = Buffer.from('{"hello":"world"}');
  const signature = '2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=';

  it('accepts what the official SDK accepts', () => {
    expect(isSigned({ body, signature }, url, key)).toBe(true);
  });

  it('refuses another body, URL, key or signature', () => {
    expect(isSigned({ body: Buffer.from('{"hello":"World"}'), signature }, url, key)).toBe(false);
    expect(isSigned({ body, signature }, `${url}/`, key)).toBe(false);
    expect(isSigned({ body, signature }, url, 'asdf1235')).toBe(false);
    expect(isSigned({ body, signature: signature.replace('2k', '3k') }, url, key)).toBe(false);
    expect(isSigned({ body, signature: signature.slice(0, 20) }, url, key)).toBe(false);
    expect(isSigned({ body, signature: '' }, url, key)).toBe(false);
  });

  it('accepts nothing if no key is configured', () => {
    expect(isSigned({ body, signature: '' }, url, '')).toBe(false);
  });
});
