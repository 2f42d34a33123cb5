import { randomUUID } from 'node:crypto';
import type { Square } from 'square';
import { authorisation as anyAuthorisation, failure, SimulatorProcess } from './simulator-process.js';

let simulator: SimulatorProcess;
beforeAll(async () => {
  simulator = await SimulatorProcess.start();
});
afterAll(() => simulator.dispose());

const authorisation = (change: Partial<Square.CreatePaymentRequest> = {}) =>
  anyAuthorisation({ delayDuration: 'PT10M', referenceId: randomUUID(), ...change });

describe('a card payment', () => {
  it('is authorised, and captured by complete', async () => {
    const { payments } = simulator.client();
    const request = authorisation();
    const { payment: approved } = await payments.create(request);
    expect(approved).toMatchObject({
      status: 'APPROVED',
      amountMoney: { amount: 12_900n, currency: 'USD' },
      approvedMoney: { amount: 12_900n },
      referenceId: request.referenceId,
      delayDuration: 'PT10M',
      delayAction: 'CANCEL',
      cardDetails: { status: 'AUTHORIZED', card: { last4: '1111', cardBrand: 'VISA' } },
      locationId: 'LSIM000000001',
    });
    expect(Date.parse(approved!.delayedUntil!) - Date.parse(approved!.createdAt!)).toBe(600_000);

    const { payment: completed } = await payments.complete({ paymentId: approved!.id! });
    expect(completed).toMatchObject({ status: 'COMPLETED', cardDetails: { status: 'CAPTURED' } });
    expect(completed!.receiptUrl).toContain(approved!.id!);
    expect(completed!.versionToken).not.toBe(approved!.versionToken);
    expect((await payments.get({ paymentId: approved!.id! })).payment).toEqual(completed);
  });

  it('is captured at once without autocomplete', async () => {
    const payment = await simulator.pay({ autocomplete: undefined });
    expect(payment).toMatchObject({ status: 'COMPLETED' });
    expect(payment.delayedUntil).toBeUndefined();
  });

  it('is voided by cancel, and then neither captured nor voided again', async () => {
    const { payments } = simulator.client();
    const { payment } = await payments.create(authorisation());
    const paymentId = payment!.id!;
    expect((await payments.cancel({ paymentId })).payment).toMatchObject({ status: 'CANCELED' });
    for (const call of ['complete', 'cancel'] as const)
      expect((await failure(payments[call]({ paymentId }))).errors[0]).toMatchObject({
        category: 'INVALID_REQUEST_ERROR',
        code: 'BAD_REQUEST',
      });
    expect((await payments.get({ paymentId })).payment).toMatchObject({ status: 'CANCELED' });
  });

  it('is not voided once it is captured', async () => {
    const { payments } = simulator.client();
    const { payment } = await payments.create(authorisation());
    await payments.complete({ paymentId: payment!.id! });
    expect((await failure(payments.cancel({ paymentId: payment!.id! }))).statusCode).toBe(400);
  });

  it('is not found under an unknown id', async () => {
    const error = await failure(simulator.client().payments.get({ paymentId: 'nothing' }));
    expect(error.statusCode).toBe(404);
    expect(error.errors[0]).toMatchObject({ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND' });
  });
});

describe('a decline', () => {
  it.each([
    ['cnon:card-nonce-declined', 'GENERIC_DECLINE'],
    ['cnon:card-nonce-rejected-cvv', 'CVV_FAILURE'],
    ['cnon:card-nonce-rejected-postalcode', 'ADDRESS_VERIFICATION_FAILURE'],
    ['cnon:card-nonce-rejected-expiration', 'INVALID_EXPIRATION'],
  ])('of %s is %s and leaves a FAILED payment beside the errors', async (sourceId, code) => {
    const { payments } = simulator.client();
    const request = authorisation({ sourceId });
    const error = await failure(payments.create(request));
    expect(error.statusCode).toBe(400);
    expect(error.errors).toEqual([
      { category: 'PAYMENT_METHOD_ERROR', code, detail: `Authorization error: '${code}'` },
    ]);
    const { payment } = error.body as { payment: { id: string } };
    const { payment: kept } = await payments.get({ paymentId: payment.id });
    expect(kept).toMatchObject({ status: 'FAILED', approvedMoney: { amount: 0n }, referenceId: request.referenceId });
    expect(kept!.cardDetails!.errors![0]!.code).toBe(code);
    const listed: string[] = [];
    for await (const one of await payments.list({})) listed.push(one.id!);
    expect(listed).toContain(payment.id);
  });

  it('uses up its key: a new card under the old key is refused as reused', async () => {
    const { payments } = simulator.client();
    const request = authorisation({ sourceId: 'cnon:card-nonce-declined' });
    await failure(payments.create(request));
    expect((await failure(payments.create(request))).errors[0]!.code).toBe('GENERIC_DECLINE');
    const again = await failure(payments.create({ ...request, sourceId: 'cnon:card-nonce-ok' }));
    expect(again.errors[0]!.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('of a used or unknown token leaves no payment', async () => {
    const before = (await simulator.ledger()).payments.length;
    const { payments } = simulator.client();
    const used = await failure(payments.create(authorisation({ sourceId: 'cnon:card-nonce-already-used' })));
    expect([used.statusCode, used.errors[0]]).toMatchObject([
      400,
      { category: 'INVALID_REQUEST_ERROR', code: 'CARD_TOKEN_USED', field: 'source_id' },
    ]);
    const unknown = await failure(payments.create(authorisation({ sourceId: 'constructor' })));
    expect([unknown.statusCode, unknown.errors[0]!.field]).toEqual([400, 'source_id']);
    expect((await simulator.ledger()).payments).toHaveLength(before);
  });
});

describe('a token of the card form', () => {
  it('pays once', async () => {
    const { payments } = simulator.client();
    const sourceId = await simulator.cardToken({ cardNumber: '5105 1051 0510 5100' });
    const { payment } = await payments.create(authorisation({ sourceId }));
    expect(payment!.cardDetails!.card).toMatchObject({ cardBrand: 'MASTERCARD', last4: '5100', expYear: 2039n });
    const error = await failure(payments.create(authorisation({ sourceId })));
    expect(error.errors[0]!.code).toBe('CARD_TOKEN_USED');
  });

  it.each([
    [{ cardNumber: '4000 0000 0000 0002' }, 'GENERIC_DECLINE'],
    [{ cvv: '911' }, 'CVV_FAILURE'],
    [{ postalCode: '99999' }, 'ADDRESS_VERIFICATION_FAILURE'],
    [{ expirationDate: '01/40' }, 'INVALID_EXPIRATION'],
  ])('made with %j declines: %s', async (entry, code) => {
    const sourceId = await simulator.cardToken(entry);
    const error = await failure(simulator.client().payments.create(authorisation({ sourceId })));
    expect(error.errors[0]!.code).toBe(code);
  });

  it('is not issued for invalid card data', async () => {
    expect(await simulator.cardToken({ cardNumber: '4111 1111 1111 1112' })).toBeUndefined();
  });
});

describe('an idempotency key', () => {
  it('replays the same body, whatever the order of its fields, and charges once', async () => {
    const { payments } = simulator.client();
    const request = authorisation();
    const first = await payments.create(request);
    const again = await payments.create(Object.fromEntries(Object.entries(request).reverse()) as typeof request);
    expect(again).toEqual(first);
    const { payments: all } = await simulator.ledger();
    expect(all.filter((one) => one.reference_id === request.referenceId)).toHaveLength(1);
  });

  it('replays the first reply, even when the payment has moved on', async () => {
    const { payments } = simulator.client();
    const request = authorisation();
    const { payment } = await payments.create(request);
    await payments.cancel({ paymentId: payment!.id! });
    expect((await payments.create(request)).payment!.status).toBe('APPROVED');
    expect((await payments.get({ paymentId: payment!.id! })).payment!.status).toBe('CANCELED');
  });

  it('is refused with another body', async () => {
    const { payments } = simulator.client();
    const request = authorisation();
    await payments.create(request);
    const error = await failure(payments.create({ ...request, note: 'another' }));
    expect([error.statusCode, error.errors[0]]).toMatchObject([
      400,
      { category: 'INVALID_REQUEST_ERROR', code: 'IDEMPOTENCY_KEY_REUSED', field: 'idempotency_key' },
    ]);
  });

  it('creates one payment for many concurrent calls', async () => {
    const { payments } = simulator.client();
    const request = authorisation();
    const replies = await Promise.all(Array.from({ length: 20 }, () => payments.create(request)));
    expect(new Set(replies.map(({ payment }) => payment!.id)).size).toBe(1);
    expect((await simulator.ledger()).payments.filter((one) => one.reference_id === request.referenceId)).toHaveLength(
      1,
    );
  });

  it('stays free when the call is refused for its fields', async () => {
    const { payments } = simulator.client();
    const request = authorisation();
    await failure(payments.create({ ...request, delayDuration: 'soon' }));
    expect((await payments.create(request)).payment!.status).toBe('APPROVED');
  });

  it('cancels the payment created under it and responds without the payment', async () => {
    const { payments } = simulator.client();
    const request = authorisation();
    const { payment } = await payments.create(request);
    expect(await payments.cancelByIdempotencyKey({ idempotencyKey: request.idempotencyKey })).toEqual({});
    expect((await payments.get({ paymentId: payment!.id! })).payment!.status).toBe('CANCELED');
    expect(await payments.cancelByIdempotencyKey({ idempotencyKey: request.idempotencyKey })).toEqual({});
  });

  it('without a payment cancels nothing and can be used afterwards', async () => {
    const { payments } = simulator.client();
    const request = authorisation();
    expect(await payments.cancelByIdempotencyKey({ idempotencyKey: request.idempotencyKey })).toEqual({});
    expect((await payments.create(request)).payment!.status).toBe('APPROVED');
  });
});

describe('a malformed call', () => {
  it.each([
    [{ idempotencyKey: 'k'.repeat(46) }, 'VALUE_TOO_LONG', 'idempotency_key'],
    [{ idempotencyKey: 'ü'.repeat(23) }, 'VALUE_TOO_LONG', 'idempotency_key'],
    [{ referenceId: 'r'.repeat(41) }, 'VALUE_TOO_LONG', 'reference_id'],
    [{ note: 'n'.repeat(501) }, 'VALUE_TOO_LONG', 'note'],
    [{ amountMoney: undefined }, 'MISSING_REQUIRED_PARAMETER', 'amount_money'],
    [{ amountMoney: { amount: 0n, currency: 'USD' as const } }, 'AMOUNT_TOO_LOW', 'amount_money.amount'],
    [{ amountMoney: { amount: 100n, currency: 'EUR' as const } }, 'INVALID_VALUE', 'amount_money.currency'],
    [{ delayDuration: 'PT30S' }, 'INVALID_VALUE', 'delay_duration'],
    [{ delayDuration: 'P8D' }, 'INVALID_VALUE', 'delay_duration'],
    [{ delayAction: 'KEEP' }, 'INVALID_ENUM_VALUE', 'delay_action'],
  ])('%j is refused: %s', async (change, code, field) => {
    const error = await failure(simulator.client().payments.create(authorisation(change)));
    expect([error.statusCode, error.errors[0]]).toMatchObject([
      400,
      { category: 'INVALID_REQUEST_ERROR', code, field },
    ]);
  });

  it('without a token is 401, and with any token is not', async () => {
    const response = await fetch(`${simulator.url}/v2/payments`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      errors: [{ category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' }],
    });
  });

  it('with a body that is not JSON is 400', async () => {
    const response = await fetch(`${simulator.url}/v2/payments`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: '{',
    });
    expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ code: 'EXPECTED_JSON_BODY' }] }]);
  });
});
