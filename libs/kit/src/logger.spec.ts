import { QueryFailedError } from 'typeorm';
import { describeError } from './logger.js';

describe('what a log line says of an error', () => {
  it('leaves out what the database was given and the row it stumbled over', () => {
    const driverError = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(secret)' });
    const error = new QueryFailedError('INSERT', ['secret'], driverError);
    const said = JSON.stringify(describeError(error));
    expect(said).not.toContain('secret');
    expect(said).toContain('duplicate key');
    expect(said).toContain('QueryFailedError');
  });

  it('keeps the code, the stack and the cause', () => {
    const error = Object.assign(new Error('no', { cause: new Error('away') }), { code: 'ECONNREFUSED' });
    expect(describeError(error)).toMatchObject({ code: 'ECONNREFUSED', stack: error.stack, cause: 'Error: away' });
  });
});
