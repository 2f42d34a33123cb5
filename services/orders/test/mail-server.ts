import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface MailServer {
  url: string;
  /** Accepted mail, oldest first. */
  readonly mails: ParsedMail[];
  stop(): Promise<void>;
}

/** Starts a real SMTP server that parses what it accepts. */
export const startMailServer = async (options: SMTPServerOptions = {}): Promise<MailServer> => {
  const mails: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    // Without it the server warns of its own well-known certificate.
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      void simpleParser(stream).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    },
    ...options,
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};
