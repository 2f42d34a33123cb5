import { readSecretFiles } from './secret-files.js';

const files: Record<string, string> = { '/run/shop/nats_url': 'nats://user:word@nats:4222\n', '/run/empty': '\n' };
const read = (path: string): string => {
  const text = files[path];
  if (text === undefined) throw new Error('ENOENT');
  return text;
};

describe('secrets from files', () => {
  it('stand in the variable of the same name, without the end of the line', () => {
    expect(readSecretFiles({ NATS_URL_FILE: '/run/shop/nats_url', NATS_URL: 'other', PORT: '8080' }, read)).toEqual({
      NATS_URL: 'nats://user:word@nats:4222',
    });
  });

  it('are left out where no file is named', () => {
    expect(readSecretFiles({ ADMIN_PIN_FILE: '', _FILE: '/run/shop/nats_url' }, read)).toEqual({});
  });

  it.each([
    ['/run/missing', 'cannot be read'],
    ['/run/empty', 'is empty'],
  ])('are refused by name: %s %s', (path, words) => {
    expect(() => readSecretFiles({ REDIS_URL_FILE: path }, read)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(new RegExp(`REDIS_URL_FILE says ${path}, .*${words}`)),
      }),
    );
  });
});
