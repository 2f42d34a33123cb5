import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';
import { AppError } from './app-error.js';

/** Puts an AppError on the wire as `{ code, message, details }`; anything else becomes INTERNAL without its text. */
@Catch()
export class MessageErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): Observable<never> {
    if (host.getType() !== 'rpc') throw error;
    const { code, message, details } =
      error instanceof AppError
        ? error
        : new AppError('INTERNAL', 'Something went wrong on our side. Please try again.');
    return throwError(() => ({ code, message, details }));
  }
}
