import { redactSecrets } from './redact-secrets.js';

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
