import { randomUUID } from 'node:crypto';
import type { ErrorCode, Request, Subject } from '@geodes/contracts';

/** Builds a request in the wire format of Nest's NATS server. */
export const requestPacket = <S extends Subject>(subject: S, request: Request<S>): string =>
  JSON.stringify({ pattern: subject, data: request, id: randomUUID() });

/** A reply in the wire format of Nest's NATS server. */
export interface ReplyPacket {
  err?: { code?: ErrorCode; message?: string; details?: unknown };
  response?: unknown;
}
