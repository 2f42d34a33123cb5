import { readableLine } from './readable-line.js';

const plain = { problem: (text: string) => text, warning: (text: string) => text, faint: (text: string) => text };
const line = (fields: Record<string, unknown>) => JSON.stringify(fields);
const time = '2026-11-23T12:00:00.000Z';

describe('readableLine', () => {
  it('shows time, level, message, error message and the other fields', () => {
    const warning = {
      level: 'warn',
      time,
      name: 'orders',
      requestId: 'r-1',
      attempts: 3,
      err: { message: 'no answer', stack: 'at x' },
      msg: 'not captured yet',
    };
    expect(readableLine(line(warning), 'warn', plain)).toMatch(
      /^\d\d:\d\d:\d\d warn {2}not captured yet \(no answer\) requestId=r-1 attempts=3$/,
    );
  });

  it('hides lines below the level', () => {
    const request = line({ level: 'info', time, name: 'gateway', msg: 'request' });
    expect(readableLine(request, 'warn', plain)).toBeUndefined();
    expect(readableLine(request, 'info', plain)).toContain('request');
  });

  it('returns a line that is not JSON unchanged', () => {
    expect(readableLine('Error: cannot find module', 'error', plain)).toBe('Error: cannot find module');
    expect(readableLine('{"level":"warn","msg":"cut', 'warn', plain)).toBe('{"level":"warn","msg":"cut');
  });
});
