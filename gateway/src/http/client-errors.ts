import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@geodes/contracts';
import type { Logger } from '@geodes/kit';

/** Whoever hung up before his request was whole reads no answer. */
const GONE = ['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'];

/** What Node's parser refused before there was a request, in the contract's form. */
const bodyOf = (reason: string | undefined): ErrorBody => {
  if (reason === 'HPE_HEADER_OVERFLOW')
    return { statusCode: 431, code: 'TOO_LARGE', message: 'The address or its headers are too long.' };
  if (reason === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { statusCode: 408, code: 'BAD_REQUEST', message: 'What was sent did not arrive in time. Please try again.' };
  return { statusCode: 400, code: 'BAD_REQUEST', message: 'What was sent could not be read.' };
};

/** The whole reply: where no request could be read, nobody else writes one. */
const replyOf = (body: ErrorBody): string => {
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

/** Answers what could not be read as a request, and hangs up. */
export const answerClientErrors =
  (logger: Logger) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable || GONE.includes(error.code ?? '')) {
      socket.destroy();
      return;
    }
    const body = bodyOf(error.code);
    logger.info({ status: body.statusCode, reason: error.code }, 'request could not be read');
    socket.write(replyOf(body));
    socket.destroySoon();
  };
