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

  it('counts an empty file name and an empty file as unset', () => {
    const environment = { ADMIN_PIN_FILE: '', SMTP_URL_FILE: '/run/empty', _FILE: '/run/shop/nats_url' };
    expect(readSecretFiles(environment, read)).toEqual({});
  });

  it('names the variable when its file cannot be read', () => {
    expect(() => readSecretFiles({ REDIS_URL_FILE: '/run/missing' }, read)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/REDIS_URL_FILE says \/run\/missing, .*cannot be read/),
      }),
    );
  });
});
