import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  url: string;
  /** Received mail, refused or accepted, oldest first. */
  readonly mails: ParsedMail[];
  /** Set to refuse recipients. */
  refusedRecipient: Reply | undefined;
  /** Set to refuse mail after it was received. */
  refusedMail: Reply | undefined;
  /** Lets new connections hang without a greeting. */
  hang(): void;
  /** Number of connections that hang. */
  readonly hanging: number;
  /** Greets the hanging connections. */
  release(): void;
  stop(): Promise<void>;
}

interface Reply {
  code: number;
  text: string;
}

const errorOf = ({ code, text }: Reply): Error => Object.assign(new Error(text), { responseCode: code });

/** Starts a real SMTP server that keeps what it receives. */
export const startMailServer = async (): Promise<MailServer> => {
  const mails: ParsedMail[] = [];
  let held: (() => void)[] | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    // Without it the server warns of its own well-known certificate.
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => (held ? void held.push(done) : done()),
    onRcptTo: (_address, _session, done) => done(control.refusedRecipient && errorOf(control.refusedRecipient)),
    onData: (stream, _session, done) => {
      void simpleParser(stream).then((mail) => {
        mails.push(mail);
        done(control.refusedMail && errorOf(control.refusedMail));
      }, done);
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const control: MailServer = {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    refusedRecipient: undefined,
    refusedMail: undefined,
    hang: () => (held = []),
    get hanging() {
      return held?.length ?? 0;
    },
    release: () => {
      for (const done of held ?? []) done();
      held = undefined;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return control;
};
