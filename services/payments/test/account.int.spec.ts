import { randomUUID } from 'node:crypto';
import { PUBLIC_URL, usePayments } from './payments-under-test.js';

const payments = usePayments();

describe('the check of the account', () => {
  const check = () => payments.bus.call('payments.check-account', {}, { timeoutMs: 10_000 });

  it('reads location, permissions and subscriptions, and makes no payment', async () => {
    expect(await check()).toEqual({
      environment: 'simulator',
      locationId: 'LSIM000000001',
      publicUrl: PUBLIC_URL,
      webhookUrl: `${PUBLIC_URL}/api/square/webhooks`,
      hasWebhookKey: true,
      location: {
        said: {
          name: 'Midwest Geodes',
          status: 'ACTIVE',
          currency: 'USD',
          capabilities: ['CREDIT_CARD_PROCESSING', 'AUTOMATIC_TRANSFERS'],
        },
      },
      readPayments: { said: true },
      readRefunds: { said: true },
      writePayments: { said: true },
      subscriptions: { said: [] },
    });
    const { data } = await payments.simulator.square.payments.list();
    expect(data).toEqual([]);
  });

  it.each([
    ['any', 401, 'AUTHENTICATION_ERROR', 'UNAUTHORIZED', 5, ['token', 'token', 'token']],
    ['cancel', 403, 'AUTHENTICATION_ERROR', 'INSUFFICIENT_SCOPES', 1, [undefined, undefined, 'permission']],
    ['get', 404, 'INVALID_REQUEST_ERROR', 'NOT_FOUND', 1, ['missing', undefined, undefined]],
    ['list', 503, 'API_ERROR', 'SERVICE_UNAVAILABLE', 3, [undefined, 'away', undefined]],
  ] as const)(
    'reports the problem of %s with status %i',
    async (operation, status, category, code, count, problems) => {
      await payments.simulator.fail(operation, 'error', { status, category, code, count });
      const { location, readPayments, writePayments } = await check();
      const failed = (problem: string | undefined) => problem && { problem, codes: [code] };
      expect([location, readPayments, writePayments].map((answer) => ('said' in answer ? undefined : answer))).toEqual(
        problems.map(failed),
      );
    },
  );
});

describe('a payment that Square refuses for a reason of the shop’s account', () => {
  const refuse = (category: string, code: string, more: object = {}) =>
    payments.simulator.fail('create', 'error', { status: 400, category, code, ...more });
  const alerts = async (code: string) => {
    const { differences } = await payments.bus.call('payments.differences', {});
    return differences.filter(({ kind, text }) => kind === 'account-refused' && text.includes(code));
  };

  it.each([
    ['PAYMENT_METHOD_ERROR', 'INVALID_LOCATION'],
    ['AUTHENTICATION_ERROR', 'UNAUTHORIZED'],
  ])('is refused with %s/%s, stays refused, and is no decline', async (category, code) => {
    const attemptId = randomUUID();
    await refuse(category, code);
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'refused' });
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'refused' });
    expect(await payments.row(attemptId)).toMatchObject({ state: 'refused', declineCode: code });
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'gone' });
    expect(await payments.void(attemptId)).toEqual({ outcome: 'voided' });
    expect(['', 'FAILED']).toContain((await payments.simulator.statuses(attemptId)).join());
    expect(await alerts(code)).toHaveLength(1);
  });

  it('alerts the owner once with Square’s text, without the buyer’s data, and again after an acknowledgement', async () => {
    const detail = 'No payments for buyer@example.com with cnon:card-nonce-ok in this region.';
    const code = 'LOCATION_MISMATCH';
    for (let times = 0; times < 3; times += 1) {
      await refuse('INVALID_REQUEST_ERROR', code, { detail });
      await payments.authorise(randomUUID());
    }
    const [open, ...others] = await alerts(code);
    expect(others).toEqual([]);
    expect(open).toMatchObject({ state: 'open', squarePaymentId: null, orderId: null, amountCents: 12_900 });
    expect(open?.text).toContain('LOCATION_MISMATCH: No payments for … with … in this region.');
    expect(open?.advice).toContain('Square');

    await payments.bus.call('payments.acknowledge-difference', { id: open?.id ?? '' });
    expect(await alerts(code)).toMatchObject([{ state: 'seen' }]);
    await refuse('INVALID_REQUEST_ERROR', code, { detail });
    await payments.authorise(randomUUID());
    const [again, ...more] = await alerts(code);
    expect([again?.state, more]).toEqual(['open', []]);
    // the owner gets one letter for each id
    expect(again?.id).not.toBe(open?.id);
  });

  it('is counted in the metrics', async () => {
    await refuse('AUTHENTICATION_ERROR', 'FORBIDDEN');
    await payments.authorise(randomUUID());
    const metrics = (await payments.app.inject({ method: 'GET', url: '/metrics' })).body;
    expect(metrics).toMatch(/shop_payments_total\{outcome="refused"\} [1-9]/);
  });

  it('stays unknown until voided if an earlier try may have been carried out', async () => {
    const attemptId = randomUUID();
    await payments.simulator.fail('create', 'error-500', { recorded: true });
    await refuse('AUTHENTICATION_ERROR', 'UNAUTHORIZED', { count: 10 });
    expect(await payments.authorise(attemptId)).toEqual({ outcome: 'unknown' });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['APPROVED']);
    expect(await payments.void(attemptId)).toEqual({ outcome: 'voided' });
    expect(await payments.simulator.statuses(attemptId)).toEqual(['CANCELED']);
  });

  it('alerts the owner when a capture is refused, and captures once Square accepts again', async () => {
    const attemptId = randomUUID();
    const code = 'MERCHANT_SUBSCRIPTION_NOT_FOUND';
    await payments.authorise(attemptId);
    const refusal = { status: 403, category: 'MERCHANT_SUBSCRIPTION_ERROR', code, count: 10 };
    await payments.simulator.fail('complete', 'error', refusal);
    expect(await payments.capture(attemptId)).toEqual({ outcome: 'unknown' });
    expect(await alerts(code)).toHaveLength(1);
    await payments.simulator.clearFaults();
    expect(await payments.capture(attemptId)).toMatchObject({ outcome: 'captured' });
  });

  it('alerts the owner when a partial refund is refused, and makes it once Square accepts again', async () => {
    const { attemptId } = await payments.captured();
    const code = 'ACCESS_TOKEN_EXPIRED';
    const refund = { refundId: randomUUID(), attemptId, amountCents: 100 };
    await payments.simulator.fail('refund', 'error', {
      status: 401,
      category: 'AUTHENTICATION_ERROR',
      code,
      count: 10,
    });
    expect(await payments.bus.call('payments.refund-part', refund, { timeoutMs: 12_000 })).toEqual({
      outcome: 'unknown',
    });
    expect(await alerts(code)).toMatchObject([{ state: 'open' }]);
    await payments.simulator.clearFaults();
    expect(await payments.bus.call('payments.refund-part', refund, { timeoutMs: 12_000 })).toMatchObject({
      outcome: 'accepted',
    });
  });
});
