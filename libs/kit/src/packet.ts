import { randomUUID } from 'node:crypto';
import type { ErrorCode, Request, Subject } from '@geodes/contracts';

/** Nest's packet on the wire: what its NATS server reads. */
export const requestPacket = <S extends Subject>(subject: S, request: Request<S>): string =>
  JSON.stringify({ pattern: subject, data: request, id: randomUUID() });

/** What it answers. */
export interface ReplyPacket {
  err?: { code?: ErrorCode; message?: string; details?: unknown };
  response?: unknown;
}
