import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { badRequest } from '@geodes/kit';

/** The Idempotency-Key of a request. Throws BAD_REQUEST for several: Node joins them to one that nobody sent. */
export const idempotencyKey = ({ raw }: Pick<FastifyRequest, 'raw'>): string | undefined => {
  const [key, ...others] = raw.headersDistinct['idempotency-key'] ?? [];
  if (others.length > 0)
    throw badRequest({ field: 'Idempotency-Key', reason: 'Please send one Idempotency-Key, not several.' });
  return key;
};

/** A parameter of a controller: the Idempotency-Key, undefined without the header. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  idempotencyKey(context.switchToHttp().getRequest<FastifyRequest>()),
);
