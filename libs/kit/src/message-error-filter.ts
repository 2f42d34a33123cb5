import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';
import { AppError } from './app-error.js';
import { toAppError } from './transaction.js';

/**
 * Puts an AppError on the wire as `{ code, message, details }`. A database that is away is UNAVAILABLE; anything else
 * becomes INTERNAL without its text.
 */
@Catch()
export class MessageErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): Observable<never> {
    if (host.getType() !== 'rpc') throw error;
    const told = toAppError(error);
    const { code, message, details } =
      told instanceof AppError ? told : new AppError('INTERNAL', 'Something went wrong on our side. Please try again.');
    return throwError(() => ({ code, message, details }));
  }
}
