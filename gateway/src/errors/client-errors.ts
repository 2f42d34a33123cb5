import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@geodes/contracts';
import type { Logger } from '@geodes/kit';

/** The client closed the connection before its request was complete. */
const CLIENT_GONE = ['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'];

/** Returns the contract's error body for an error of Node's HTTP parser. */
const errorBody = (reason: string | undefined): ErrorBody => {
  if (reason === 'HPE_HEADER_OVERFLOW')
    return { statusCode: 431, code: 'TOO_LARGE', message: 'The address or its headers are too long.' };
  if (reason === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { statusCode: 408, code: 'BAD_REQUEST', message: 'What was sent did not arrive in time. Please try again.' };
  return { statusCode: 400, code: 'BAD_REQUEST', message: 'What was sent could not be read.' };
};

/** Returns a whole HTTP response, since neither Node nor Fastify writes one for a request that was not parsed. */
const rawResponse = (body: ErrorBody): string => {
  const text = JSON.stringify(body);
  const headers = [
    `HTTP/1.1 ${body.statusCode} ${STATUS_CODES[body.statusCode]}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${text}`;
};

/** Sends an error for a request that Node cannot parse, and closes the connection. */
export const handleClientErrors =
  (logger: Logger) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable || CLIENT_GONE.includes(error.code ?? '')) {
      socket.destroy();
      return;
    }
    const body = errorBody(error.code);
    logger.info({ status: body.statusCode, reason: error.code }, 'request not parsed');
    socket.write(rawResponse(body));
    socket.destroySoon();
  };
