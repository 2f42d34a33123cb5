import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';
import { AppError } from './app-error.js';
import { toAppError } from './transaction.js';

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
