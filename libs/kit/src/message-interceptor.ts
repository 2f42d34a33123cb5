import { randomUUID } from 'node:crypto';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  Catch,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { NatsContext } from '@nestjs/microservices';
import { finalize, Observable, tap, throwError } from 'rxjs';
import { AppError } from './app-error.js';
import type { InFlight } from './in-flight.js';
import type { Logger } from './logger.js';
import { metrics } from './metrics.js';
import { requestContext } from './request-context.js';
import { type SpanOptions, startSpan, traceId } from './tracing/tracing.js';
import { toAppError } from './transaction.js';

/** Subjects that are polled all the time; their successes are logged at debug level. */
const isPolled = (subject: string): boolean => subject.endsWith('.ping') || subject === 'catalog.live-events';

/** Wraps every NATS message: sets the request context, writes one log line and a metric, counts work in flight. */
@Injectable()
export class MessageInterceptor implements NestInterceptor {
  constructor(
    private readonly inFlight: InFlight,
    private readonly logger: Logger,
    /** Writes the one line per message. */
    private readonly lines: Logger,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'rpc') return next.handle();
    const nats = context.switchToRpc().getContext<NatsContext>();
    const subject = nats.getSubject();
    const headers = nats.getHeaders() as { get(name: string): string } | undefined;
    const requestId = headers?.get('x-request-id') || randomUUID();
    const session = headers?.get('x-session') || undefined;
    const parent = headers?.get('traceparent') || undefined;
    return new Observable((subscriber) => {
      const span = parent ? startSpan(`${subject} process`, spanOptions(subject, requestId, parent)) : undefined;
      const handle = () => {
        const start = performance.now();
        const ids = { requestId, traceId: traceId() };
        this.inFlight.begin();
        const record = (result: string, error?: unknown) => {
          const ms = performance.now() - start;
          metrics.messages.observe({ subject, result }, ms / 1000);
          span?.end(result === 'ok' ? undefined : result);
          const line = { subject, result, ms: Math.round(ms * 10) / 10 };
          if (result === 'INTERNAL') this.logger.error({ ...line, err: error }, 'message failed');
          else this.lines[result === 'ok' && isPolled(subject) ? 'debug' : 'info']({ ...line, ...ids }, 'message');
        };
        return next
          .handle()
          .pipe(
            tap({
              next: () => record('ok'),
              error: (error: unknown) => record(codeOf(toAppError(error)), error),
            }),
            finalize(() => this.inFlight.end()),
          )
          .subscribe(subscriber);
      };
      return requestContext.run({ requestId, session }, () => (span ? span.run(handle) : handle()));
    });
  }
}

/** The code that MessageErrorFilter sends to the caller. */
const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : 'INTERNAL');

const spanOptions = (subject: string, requestId: string, parent: string): SpanOptions => ({
  kind: 'server',
  parent,
  attributes: { 'messaging.system': 'nats', 'messaging.destination.name': subject, 'shop.request_id': requestId },
});

/**
 * Sends an AppError as `{ code, message, details }`. A database outage becomes UNAVAILABLE. Any other error becomes
 * INTERNAL without its text.
 */
@Catch()
export class MessageErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): Observable<never> {
    if (host.getType() !== 'rpc') throw error;
    const known = toAppError(error);
    const { code, message, details } =
      known instanceof AppError
        ? known
        : new AppError('INTERNAL', 'Something went wrong on our side. Please try again.');
    return throwError(() => ({ code, message, details }));
  }
}
