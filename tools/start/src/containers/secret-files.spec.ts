import { readSecretFiles } from './secret-files.js';

const files: Record<string, string> = { '/run/shop/nats_url': 'nats://user:word@nats:4222\n', '/run/empty': '\n' };
const read = (path: string): string => {
  const text = files[path];
  if (text === undefined) throw new Error('ENOENT');
  return text;
};

describe('readSecretFiles', () => {
  it('sets the variable without the suffix, without the trailing line end', () => {
    expect(readSecretFiles({ NATS_URL_FILE: '/run/shop/nats_url', NATS_URL: 'other', PORT: '8080' }, read)).toEqual({
      NATS_URL: 'nats://user:word@nats:4222',
    });
  });

  it('ignores an empty file name', () => {
    expect(readSecretFiles({ ADMIN_PIN_FILE: '', _FILE: '/run/shop/nats_url' }, read)).toEqual({});
  });

  it.each([
    ['/run/missing', 'cannot be read'],
    ['/run/empty', 'is empty'],
  ])('names the variable when the file %s %s', (path, text) => {
    expect(() => readSecretFiles({ REDIS_URL_FILE: path }, read)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(new RegExp(`REDIS_URL_FILE says ${path}, .*${text}`)),
      }),
    );
  });
});
