import type { Socket } from 'node:net';
import type { Logger } from '@geodes/kit';
import { handleClientErrors } from './server.js';

const responseTo = (code: string, writable = true): string => {
  let written = '';
  const socket = {
    writable,
    write: (text: string) => (written += text),
    destroySoon: () => undefined,
    destroy: () => undefined,
  };
  const logger = { info: () => undefined } as unknown as Logger;
  handleClientErrors(logger)(Object.assign(new Error(), { code }), socket as unknown as Socket);
  return written;
};

describe('a request that Node cannot parse', () => {
  it.each([
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'TOO_LARGE'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'BAD_REQUEST'],
    ['HPE_INVALID_METHOD', '400 Bad Request', 'BAD_REQUEST'],
  ])('gets a whole response with an error body: %s', (reason, status, code) => {
    const [head = '', body = ''] = responseTo(reason).split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(head).toContain(`\r\nContent-Length: ${body.length}\r\n`);
    expect(JSON.parse(body)).toEqual({ statusCode: Number(status.slice(0, 3)), code, message: expect.any(String) });
  });

  it('gets no response if its client is gone', () => {
    expect(responseTo('ECONNRESET')).toBe('');
    expect(responseTo('HPE_INVALID_METHOD', false)).toBe('');
  });
});
