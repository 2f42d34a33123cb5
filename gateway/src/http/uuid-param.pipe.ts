import { Injectable, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { AppError } from '@geodes/kit';

/** An id in a path. One that cannot exist is not looked for: NOT_FOUND. */
@Injectable()
export class UuidParamPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (!isUUID(id)) throw new AppError('NOT_FOUND', 'There is no such thing in this shop.');
    return id.toLowerCase();
  }
}
