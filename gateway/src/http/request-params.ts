import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { AppError, badRequest } from '@geodes/kit';

/** Reads an id from the path. Throws NOT_FOUND for an id that is no UUID, without asking a service. */
@Injectable()
export class UuidParamPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (!isUUID(id)) throw new AppError('NOT_FOUND', 'There is no such thing in this shop.');
    return id.toLowerCase();
  }
}

/** Reads the Idempotency-Key. Throws BAD_REQUEST for several: Node would join them into a key that no client sent. */
const readIdempotencyKey = ({ raw }: FastifyRequest): string | undefined => {
  const [key, ...others] = raw.headersDistinct['idempotency-key'] ?? [];
  if (others.length > 0)
    throw badRequest({ field: 'Idempotency-Key', reason: 'Please send one Idempotency-Key, not several.' });
  return key;
};

/** A controller's parameter: the Idempotency-Key, or undefined without the header. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readIdempotencyKey(context.switchToHttp().getRequest<FastifyRequest>()),
);
