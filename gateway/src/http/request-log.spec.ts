import { requestId } from './request-log.js';

describe('the request id', () => {
  it("is the caller's where it is well-formed", () => {
    expect(requestId({ headers: { 'x-request-id': 'abc-123_4567' } })).toBe('abc-123_4567');
  });

  it.each(['short', 'a'.repeat(65), 'with space 1234', 'new\nline1234', '{"json":true}', ''])(
    'is a new one where it is not: %j',
    (given) => {
      expect(requestId({ headers: { 'x-request-id': given } })).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('is a new one where there is none', () => {
    expect(requestId({ headers: {} })).not.toBe(requestId({ headers: {} }));
  });
});
