import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { LetterStore } from './letter-store.js';

const MAX_LETTER_BYTES = 5 * 1024 * 1024;
const MAX_CLIENTS = 20;
const MAX_RECIPIENTS = 50;
const IDLE_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 500;
/** RFC 5321: the transaction failed; the sender shall not try this letter again. */
const TRANSACTION_FAILED = 554;

/** Builds an SMTP server that keeps every letter. It has neither TLS nor log-in, so it must stay on a private network. */
export const buildSmtpServer = (store: LetterStore, log: Logger): SMTPServer => {
  const server = new SMTPServer({
    banner: 'letters are kept, none is delivered',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // no sender can log in, so each command of a long connection would count
    maxAllowedUnauthenticatedCommands: false,
    size: MAX_LETTER_BYTES,
    rejectOversized: true,
    maxClients: MAX_CLIENTS,
    maxRecipients: MAX_RECIPIENTS,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    logger: false,
    onData: (stream, _session, done) => void receive(store, stream, log).then(() => done(), done),
  });
  // a client that goes away is no failure of the catcher
  server.on('error', (error) => log.warn({ err: error }, 'smtp connection failed'));
  return server;
};

const receive = async (store: LetterStore, stream: SMTPServerDataStream, log: Logger): Promise<void> => {
  const bytes = await readBounded(stream);
  // the server refuses it itself
  if (stream.sizeExceeded) return log.warn({ bytes: stream.byteLength }, 'letter refused: too large');
  try {
    const name = await store.save(bytes);
    log.info({ letter: name, bytes: bytes.length }, 'letter kept');
  } catch (error) {
    log.warn({ err: error }, 'letter refused');
    throw Object.assign(new Error('The letter could not be kept.'), { responseCode: TRANSACTION_FAILED });
  }
};

/** Reads the whole stream, as SMTP requires, and keeps no more than a letter may have. */
const readBounded = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk);
  return Buffer.concat(chunks);
};
