import { Injectable } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import type { LetterKind } from '@geodes/contracts';
import { OrdersConfig } from '../config.js';

const CONNECTION_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;
/** For the whole letter, so that a server that replies byte by byte does not outlast the claim. */
const SEND_TIMEOUT_MS = 60_000;

interface Address {
  name: string;
  address: string;
}

/** A rendered letter. */
export interface Mail {
  kind: LetterKind;
  messageId: string;
  from: Address;
  to: string;
  replyTo?: Address;
  subject: string;
  html: string;
  text: string;
}

/** Why a letter was not accepted. */
interface SendFailure {
  /** The server's words, or why it could not be reached. They may contain the recipient's email. */
  reason: string;
  /** nodemailer's error code with the server's reply code, for logs. */
  code: string;
}

/** Sends mail through the server of `SMTP_URL`. */
@Injectable()
export class Mailer {
  private transport: Promise<Transporter> | undefined;

  constructor(private readonly config: OrdersConfig) {}

  /** Resolves once the server has accepted the mail. Throws what `describeFailure` understands. */
  async send({ messageId, kind, ...mail }: Mail): Promise<void> {
    this.transport ??= openTransport(this.config.SMTP_URL ?? '');
    const transport = await this.transport;
    await transport.sendMail({
      ...mail,
      messageId: `<${messageId}>`,
      // RFC 3834: automatic responders must not reply
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Letter-Kind': kind },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
  }
}

/** Loads nodemailer with the first letter, so that an idle process stays small. */
const openTransport = async (url: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer');
  const { hostname, username } = new URL(url);
  return createTransport({
    url,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    // A password never leaves this machine without TLS; a server on it needs no certificate.
    ...(isLoopback(hostname) ? { ignoreTLS: true } : { requireTLS: username !== '' }),
  });
};

const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Describes an error of `send`. */
export const describeFailure = (error: unknown): SendFailure => {
  const { message, code, responseCode } = error as { message?: string; code?: string; responseCode?: number };
  const timeout = `The mail server did not finish within ${SEND_TIMEOUT_MS / 1_000} s.`;
  return {
    reason: code === 'EABORT' ? timeout : (message ?? String(error)),
    code: [code ?? 'unknown', responseCode].filter(Boolean).join(' '),
  };
};
