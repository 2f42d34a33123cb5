import { sign } from './webhook-sender.js';

describe('the signature of a webhook', () => {
  it('is the one that the official SDK verifies', () => {
    expect(sign('asdf1234', 'https://example.com/webhook', '{"hello":"world"}')).toBe(
      '2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=',
    );
  });

  it('depends on key, URL and body', () => {
    const signatures = [
      sign('asdf1234', 'https://example.com/webhook', '{}'),
      sign('asdf1235', 'https://example.com/webhook', '{}'),
      sign('asdf1234', 'https://example.com/webhook/', '{}'),
      sign('asdf1234', 'https://example.com/webhook', '{ }'),
    ];
    expect(new Set(signatures).size).toBe(4);
  });
});
