import { QueryFailedError } from 'typeorm';
import { createLogger, describeError, redactSecrets } from './logger.js';
import { requestContext } from './request-context.js';

describe('describeError', () => {
  it('leaves out the parameters and the row of a database error', () => {
    const driverError = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(secret)' });
    const error = new QueryFailedError('INSERT', ['secret'], driverError);
    const description = JSON.stringify(describeError(error));
    expect(description).not.toContain('secret');
    expect(description).toContain('duplicate key');
    expect(description).toContain('QueryFailedError');
  });

  it('keeps the code, the stack and the cause of an error', () => {
    const error = Object.assign(new Error('no', { cause: new Error('away') }), { code: 'ECONNREFUSED' });
    expect(describeError(error)).toMatchObject({ code: 'ECONNREFUSED', stack: error.stack, cause: 'Error: away' });
  });
});

describe('createLogger', () => {
  const secret = {
    paymentToken: 'cnon:card-nonce-ok',
    pin: '314159265',
    email: 'buyer@example.com',
    cookie: 'admin_session=0123456789',
    'set-cookie': ['admin_session=0123456789'],
    authorization: 'Bearer 0123',
    buyerDetails: { firstName: 'Zebedee', address: '1 Main Street' },
  };

  it.each([
    ['at the top', secret],
    ['one level down', { body: secret }],
    ['two levels down', { request: { body: secret } }],
    [
      'of a buyer',
      { buyer: { firstName: 'Zebedee', lastName: 'Buyer', address: '1 Main Street', city: 'Keokuk', zipCode: '1' } },
    ],
    ['in an error', { err: new Error('no card cnon:card-nonce-ok of buyer@example.com') }],
    ['in a text field', { reason: 'refused for buyer@example.com' }],
  ])('writes no personal data: %s', (_, fields) => {
    const lines = linesOf((logger) => logger.info(fields, 'paid by buyer@example.com with cnon:card-nonce-ok'));
    for (const word of ['cnon:', '314159265', 'buyer@', '0123', 'Zebedee', 'Main', 'Buyer'])
      expect([word, lines.includes(word)]).toEqual([word, false]);
    expect(() => JSON.parse(lines) as unknown).not.toThrow();
  });

  it('writes the request id and fields that are no secret', () => {
    const lines = linesOf((logger) =>
      requestContext.run({ requestId: 'request-1' }, () => logger.info({ orderId: '42' }, 'said')),
    );
    expect(JSON.parse(lines)).toMatchObject({
      name: 'test',
      level: 'info',
      requestId: 'request-1',
      orderId: '42',
      msg: 'said',
    });
  });
});

/** Collects what a logger writes. */
const linesOf = (log: (logger: ReturnType<typeof createLogger>) => void): string => {
  let written = '';
  const output = { write: (text: string) => (written += text) };
  log(createLogger('test', 'info', output));
  return written;
};

describe('redactSecrets', () => {
  it.each([
    ['{"reason":"cnon:card-nonce-declined was refused"}', '{"reason":"[card token] was refused"}'],
    ['{"path":"/api/orders/a.b+c@mail.example.com"}', '{"path":"/api/orders/[e-mail]"}'],
    ['{"path":"/x/demo%40example.com"}', '{"path":"/x/[e-mail]"}'],
  ])('redacts %s to %s', (line, redacted) => {
    expect(redactSecrets(line)).toBe(redacted);
  });

  it('leaves a line without secrets unchanged', () => {
    const line = '{"level":"info","time":"2026-11-22T03:41:14.123Z","url":"http://127.0.0.1:8080","ms":1.5}';
    expect(redactSecrets(line)).toBe(line);
  });
});
