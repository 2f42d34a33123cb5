import type { Logger } from '@geodes/kit';
import { RequestLog, requestId } from './request-log.js';

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

describe('the logged path', () => {
  const log = jest.fn();
  const requestLog = new RequestLog({ info: log } as unknown as Logger);
  const pathOf = (url: string): unknown => {
    requestLog.recordAborted({ id: '1', method: 'DELETE', url });
    return (log.mock.lastCall as [{ path: string }])[0].path;
  };

  it.each([
    ['/api/orders/lookup?email=sam@example.com', '/api/orders/lookup'],
    ['/api/holds/1f0c9a52-0000-4000-8000-000000000000?after=10', '/api/holds/…'],
    ['/api/holds/current', '/api/holds/current'],
    ['/api/holds', '/api/holds'],
  ])('of %s is %s', (url, path) => expect(pathOf(url)).toBe(path));
});
