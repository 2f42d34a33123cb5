import { NotFoundException } from '@nestjs/common';
import { ERROR_CODES } from '@geodes/contracts';
import { AppError, unavailable } from '@geodes/kit';
import { ERROR_STATUSES, errorResponse } from './error-filter.js';

describe('the table of error statuses', () => {
  it('has every code, and only statuses of the contract', () => {
    expect(Object.keys(ERROR_STATUSES).sort()).toEqual([...ERROR_CODES].sort());
    expect([...new Set(Object.values(ERROR_STATUSES))].sort()).toEqual([
      400, 401, 402, 403, 404, 409, 413, 415, 428, 429, 500, 503,
    ]);
  });
});

describe('an error response', () => {
  it('keeps the code, message and details of an AppError', () => {
    const { body } = errorResponse(new AppError('OUT_OF_STOCK', 'Sold a moment ago.', { geodeIds: ['a'] }));
    expect(body).toEqual({
      statusCode: 409,
      code: 'OUT_OF_STOCK',
      message: 'Sold a moment ago.',
      details: { geodeIds: ['a'] },
    });
  });

  it('hides the message of an unexpected error', () => {
    const answer = errorResponse(new Error('connect ECONNREFUSED postgres.internal:5432'));
    expect(answer.body.statusCode).toBe(500);
    expect(answer.isFault).toBe(true);
    expect(JSON.stringify(answer.body)).not.toContain('postgres');
  });

  it("hides the message and details of a service's INTERNAL error", () => {
    const answer = errorResponse(new AppError('INTERNAL', 'relation "x" does not exist', { sql: 'SELECT' }));
    expect(JSON.stringify(answer.body)).not.toMatch(/relation|SELECT/);
  });

  it('is 503 with Retry-After if a service is unreachable, and does not name the service', () => {
    const answer = errorResponse(unavailable('catalog'));
    expect(answer.body.statusCode).toBe(503);
    expect(answer.retryAfterSeconds).toBeGreaterThan(0);
    expect(answer.body).not.toHaveProperty('details');
  });

  it('is 429 with the wait in whole seconds', () => {
    const error = new AppError('TOO_MANY_REQUESTS', 'Slow down.', { retryAfterSeconds: 12.2 });
    expect(errorResponse(error)).toMatchObject({ body: { statusCode: 429 }, retryAfterSeconds: 13 });
  });

  it.each([
    [404, 404, 'NOT_FOUND'],
    [405, 404, 'NOT_FOUND'],
    [413, 413, 'TOO_LARGE'],
    [415, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [400, 400, 'BAD_REQUEST'],
    [406, 400, 'BAD_REQUEST'],
    [414, 400, 'BAD_REQUEST'],
    [500, 500, 'INTERNAL'],
  ])("turns Fastify's status %i into %i %s", (statusCode, status, code) => {
    const error = Object.assign(new Error('FST_ERR something /home/shop'), { statusCode });
    const { body } = errorResponse(error);
    expect(body).toMatchObject({ statusCode: status, code });
    expect(body.message).not.toContain('/home');
  });

  it("turns Nest's exceptions into the contract's codes", () => {
    expect(errorResponse(new NotFoundException('Cannot GET /api/nothing')).body).toMatchObject({
      statusCode: 404,
      code: 'NOT_FOUND',
    });
  });
});
