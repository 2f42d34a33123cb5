import { natsOptions, repliesToInbox } from './nats-options.js';

describe('natsOptions', () => {
  it('receives the replies of a user of the shop under a prefix of its own', () => {
    expect(natsOptions('nats://orders:word@nats:4222')).toMatchObject({
      servers: 'nats:4222',
      user: 'orders',
      pass: 'word',
      inboxPrefix: '_INBOX_orders',
    });
  });

  it("leaves the inbox of an operator's own user as it is", () => {
    expect(natsOptions('nats://company:word@nats:4222')).not.toHaveProperty('inboxPrefix');
  });

  it('requires TLS for tls:// only', () => {
    expect(natsOptions('tls://nats:4222').tls).toEqual({});
    expect(natsOptions('nats://nats:4222')).not.toHaveProperty('tls');
  });
});

describe('repliesToInbox', () => {
  it('refuses a reply that would be a request to another service', () => {
    expect(repliesToInbox({ reply: 'payments.void' })).toBe(false);
    expect(repliesToInbox({ reply: '_INBOX_gateway.1' })).toBe(true);
    expect(repliesToInbox({})).toBe(true);
  });
});
