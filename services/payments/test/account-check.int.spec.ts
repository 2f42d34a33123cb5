import { type PaymentsUnderTest, PUBLIC_URL, startPayments } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterEach(() => payments.simulator.clearFaults());
afterAll(() => payments.stop());

const check = () => payments.bus.call('payments.check-account', {}, { timeoutMs: 10_000 });

describe('the check of the account', () => {
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
      await payments.simulator.fault(operation, 'error', { status, category, code, count });
      const { location, readPayments, writePayments } = await check();
      const failed = (problem: string | undefined) => problem && { problem, codes: [code] };
      expect([location, readPayments, writePayments].map((answer) => ('said' in answer ? undefined : answer))).toEqual(
        problems.map(failed),
      );
    },
  );
});
