import { connect } from '@nats-io/transport-node';
import type { Reply, Request, Subject } from '@geodes/contracts';
import { AppError, natsOptions } from '@geodes/kit';

/** How a stand-in answers: a reply, an AppError, or `undefined` for never answering. */
export type FakeHandlers = {
  [S in Subject]?: (request: Request<S>) => Promise<Reply<S> | undefined> | Reply<S> | undefined;
};

export interface FakeService {
  /** Replaces or adds answers. */
  answer(handlers: FakeHandlers): void;
  /** What was asked, oldest first. */
  readonly asked: { subject: Subject; request: unknown }[];
  stop(): Promise<void>;
}

/**
 * Answers NATS subjects in place of a service that a test leaves out. A test that uses it names what it fakes.
 * It listens to the subjects it was given first; others have no responders.
 */
export const fakeService = async (natsUrl: string, first: FakeHandlers): Promise<FakeService> => {
  const connection = await connect(natsOptions(natsUrl));
  const handlers = new Map<string, (request: never) => unknown>(Object.entries(first) as never);
  const asked: FakeService['asked'] = [];
  for (const subject of handlers.keys()) {
    connection.subscribe(subject, {
      callback: (_error, message) => {
        const packet = message.json<{ id: string; data: never }>();
        asked.push({ subject: subject as Subject, request: packet.data });
        void (async () => {
          try {
            const response = await handlers.get(subject)?.(packet.data);
            if (response !== undefined) message.respond(JSON.stringify({ id: packet.id, response, isDisposed: true }));
          } catch (error) {
            const {
              code,
              message: text,
              details,
            } = error instanceof AppError ? error : new AppError('INTERNAL', String(error));
            message.respond(JSON.stringify({ id: packet.id, err: { code, message: text, details }, isDisposed: true }));
          }
        })();
      },
    });
  }
  await connection.flush();
  return {
    answer: (more) => {
      for (const [subject, handler] of Object.entries(more)) handlers.set(subject, handler as never);
    },
    asked,
    stop: () => connection.close(),
  };
};
