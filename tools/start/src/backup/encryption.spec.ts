import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { decryptWith, encryptTo } from './encryption.js';

describe('an encrypted backup', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'geodes-age-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const makeKey = async (name: string) => {
    const identity = await generateX25519Identity();
    const file = join(folder, name);
    writeFileSync(file, `# created: today\n${identity}\n`);
    return { file, recipient: await identityToRecipient(identity) };
  };

  it('is read again with the secret key, in pieces and as a whole', async () => {
    const { file, recipient } = await makeKey('identity');
    const content = randomBytes(300_000);
    const decrypting = await decryptWith(file);
    const encrypted = await buffer(
      encryptTo(recipient).stream(Readable.from([content.subarray(0, 7), content.subarray(7)])),
    );
    expect(encrypted.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect((await buffer(decrypting.stream(Readable.from([encrypted])))).equals(content)).toBe(true);
    const whole = await encryptTo(recipient).whole(content);
    expect(Buffer.from(await decrypting.whole(whole)).equals(content)).toBe(true);
  });

  it('is refused with another key, and if a byte was changed', async () => {
    const [one, other] = [await makeKey('one'), await makeKey('other')];
    const encrypted = await encryptTo(one.recipient).whole(Buffer.from('names and addresses'));
    await expect((await decryptWith(other.file)).whole(encrypted)).rejects.toThrow('is not encrypted to the key of');
    encrypted[encrypted.length - 1]! ^= 1;
    await expect((await decryptWith(one.file)).whole(encrypted)).rejects.toThrow('or is damaged');
  });

  it('needs a public key to be written and an identity to be read', async () => {
    expect(() => encryptTo('AGE-SECRET-KEY-1')).toThrow('BACKUP_AGE_RECIPIENT is not the public key');
    writeFileSync(join(folder, 'empty'), '# nothing\n');
    await expect(decryptWith(join(folder, 'empty'))).rejects.toThrow('no line that begins with AGE-SECRET-KEY-');
    await expect(decryptWith(join(folder, 'missing'))).rejects.toThrow('Name the file');
  });
});
