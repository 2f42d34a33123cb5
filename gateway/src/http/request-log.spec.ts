import { requestId } from './request-log.js';

describe('the request id', () => {
  it("is the client's if it is well-formed", () => {
    expect(requestId({ headers: { 'x-request-id': 'abc-123_4567' } })).toBe('abc-123_4567');
  });

  it.each(['short', 'a'.repeat(65), 'with space 1234', 'new\nline1234', '{"json":true}', ''])(
    "is a new one if the client's is malformed: %j",
    (id) => {
      expect(requestId({ headers: { 'x-request-id': id } })).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('is a new one if the client sends none', () => {
    expect(requestId({ headers: {} })).not.toBe(requestId({ headers: {} }));
  });
});
