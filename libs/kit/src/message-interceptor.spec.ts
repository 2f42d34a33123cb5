import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { lastValueFrom, throwError } from 'rxjs';
import { AppError } from './app-error.js';
import { InFlight } from './in-flight.js';
import { createLogger } from './logger.js';
import { MessageInterceptor } from './message-interceptor.js';

const CONTEXT = {
  getType: () => 'rpc',
  switchToRpc: () => ({ getContext: () => ({ getSubject: () => 'catalog.get-geode', getHeaders: () => undefined }) }),
} as unknown as ExecutionContext;

/** Returns the log lines of a message whose handler throws this error. */
const linesOf = async (error: unknown): Promise<Record<string, unknown>[]> => {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('kit', 'info', { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[0]) });
  const next: CallHandler = { handle: () => throwError(() => error) };
  const handled = lastValueFrom(new MessageInterceptor(new InFlight(), logger, logger).intercept(CONTEXT, next));
  await expect(handled).rejects.toBe(error);
  return lines;
};

describe('MessageInterceptor', () => {
  it('logs a failed message with the error code that its caller gets', async () => {
    expect(await linesOf(new AppError('NOT_FOUND', 'This geode does not exist.'))).toMatchObject([
      { level: 'info', result: 'NOT_FOUND' },
    ]);
    const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(await linesOf(lost)).toMatchObject([{ level: 'info', result: 'UNAVAILABLE' }]);
  });

  it('logs the error itself when the failure is internal', async () => {
    expect(await linesOf(new TypeError('a mistake'))).toMatchObject([
      { level: 'error', result: 'INTERNAL', err: { message: 'a mistake' } },
    ]);
  });
});
