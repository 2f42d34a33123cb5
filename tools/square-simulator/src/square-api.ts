import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Fault, type FaultQueue, type Operation, declineOf } from './faults/fault-queue.js';
import { SquareError, refuse } from './square-error.js';

/** The version that `square` 46 asks for, and the one pinned to the application when a call names none. */
const SQUARE_VERSION = '2026-09-16';
const BODY_LIMIT_BYTES = 1024 * 1024;

interface Call {
  params: { id: string };
  query: unknown;
  body: unknown;
  fault?: Fault;
}

/** The response of a call. */
export interface Answer {
  status: number;
  body: unknown;
  /** Recorded, and never answered: the source was `cnon:simulator-hang`. */
  withheld?: boolean;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

export interface SquareApi {
  route(method: 'GET' | 'POST', url: string, operation: Operation, answer: (call: Call) => Answer): void;
}

/** Common behaviour of Square's endpoints: token, version, latency, faults and errors. */
export const squareApi = (app: FastifyInstance, faults: FaultQueue, latencyMs: number): SquareApi => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, parseJson);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Square-Version', checkedVersion(request));
    checkToken(request);
  });

  const answered = (reply: FastifyReply, { status, body, withheld }: Answer): FastifyReply =>
    withheld ? reply.hijack() : reply.status(status).send(body);

  return {
    route: (method, url, operation, answer) => {
      app.route({
        method,
        url,
        handler: async (request, reply) => {
          if (latencyMs > 0) await pause(latencyMs);
          const fault = faults.takeForCall(operation);
          const { params, query, body } = request;
          const call = (): Answer => answer({ params: params as { id: string }, query, body, fault });
          if (!fault) return answered(reply, call());

          request.log.info({ operation, fault: fault.kind }, 'fault');
          switch (fault.kind) {
            case 'slow':
              return answered(reply, await slowly(call, fault));
            case 'stale-list':
            case 'refund-failed':
            case 'refund-rejected':
              return answered(reply, call());
            case 'error':
            case 'error-500':
            case 'error-503':
            case 'error-429':
              if (operation === 'create' && declineOf(fault)) return answered(reply, call());
              if (fault.recorded) call();
              throw errorOf(fault);
            case 'hang':
            case 'hang-before':
              if (fault.recorded ?? fault.kind === 'hang') call();
              return reply.hijack();
            case 'reset':
              if (fault.recorded ?? true) call();
              reply.hijack();
              request.raw.socket.resetAndDestroy();
              return undefined;
          }
        },
      });
    },
  };
};

const errorOf = ({ reply }: Fault): SquareError => {
  if (!reply) return refuse('INTERNAL_SERVER_ERROR', 'An internal error has occurred.');
  const { status, retryAfter, ...entry } = reply;
  return new SquareError([entry], status, retryAfter);
};

/** Applies the call after the delay, like a call that is stuck on the network, or before it if the fault says so. */
const slowly = async (call: () => Answer, { recorded, delayMs }: Fault): Promise<Answer> => {
  if (!recorded) await pause(delayMs);
  const answer = call();
  if (recorded) await pause(delayMs);
  return answer;
};

/** Cancel comes with no body, complete with `{}`; an empty JSON body counts as none. */
const parseJson = (
  _: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void => {
  if (text === '') return done(null, undefined);
  try {
    done(null, JSON.parse(String(text)));
  } catch {
    done(refuse('EXPECTED_JSON_BODY', 'Expected a JSON body.'));
  }
};

/** Accepts any token and refuses calls without one. */
const checkToken = ({ headers }: FastifyRequest): void => {
  if (!/^Bearer \S/i.test(headers.authorization ?? ''))
    throw refuse('UNAUTHORIZED', 'This request could not be authorized.');
};

const checkedVersion = ({ headers }: FastifyRequest): string => {
  const version = headers['square-version'] ?? SQUARE_VERSION;
  if (typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version)) return version;
  throw refuse('INVALID_SQUARE_VERSION_FORMAT', 'Square-Version is not a date, YYYY-MM-DD.');
};
