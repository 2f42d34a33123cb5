import { connect } from '@nats-io/transport-node';
import type { Reply, Request, Subject } from '@geodes/contracts';
import { AppError, natsOptions } from '@geodes/kit';

/** Handlers by subject. They return a reply, throw an AppError, or return undefined to never respond. */
export type FakeHandlers = {
  [S in Subject]?: (request: Request<S>) => Promise<Reply<S> | undefined> | Reply<S> | undefined;
};

export interface FakeService {
  /** Replaces or adds handlers. */
  answer(handlers: FakeHandlers): void;
  /** The received requests, oldest first. */
  readonly asked: { subject: Subject; request: unknown }[];
  stop(): Promise<void>;
}

/**
 * Starts a fake of a service that a test leaves out. It subscribes only to the subjects of `first`; all others have no
 * responders.
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
    stop: async () => {
      // not closed at once: NATS would send it requests of the next test
      if (!connection.isClosed()) await connection.drain();
    },
  };
};
