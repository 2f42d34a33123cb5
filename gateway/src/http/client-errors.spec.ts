import type { Socket } from 'node:net';
import type { Logger } from '@geodes/kit';
import { answerClientErrors } from './client-errors.js';

const answerTo = (code: string, writable = true): string => {
  let written = '';
  const socket = {
    writable,
    write: (text: string) => (written += text),
    destroySoon: () => undefined,
    destroy: () => undefined,
  };
  const logger = { info: () => undefined } as unknown as Logger;
  answerClientErrors(logger)(Object.assign(new Error(), { code }), socket as unknown as Socket);
  return written;
};

describe('what Node refuses by itself', () => {
  it.each([
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'TOO_LARGE'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'BAD_REQUEST'],
    ['HPE_INVALID_METHOD', '400 Bad Request', 'BAD_REQUEST'],
  ])('has a whole reply of its own: %s', (reason, status, code) => {
    const [head = '', body = ''] = answerTo(reason).split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(head).toContain(`\r\nContent-Length: ${body.length}\r\n`);
    expect(JSON.parse(body)).toEqual({ statusCode: Number(status.slice(0, 3)), code, message: expect.any(String) });
  });

  it('is not answered to a client that went away', () => {
    expect(answerTo('ECONNRESET')).toBe('');
    expect(answerTo('HPE_INVALID_METHOD', false)).toBe('');
  });
});
