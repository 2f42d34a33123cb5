import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LetterStore } from './letter-store.js';

describe('the store of letters', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'geodes-letters-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const letter = (messageId: string, text = 'text') =>
    Buffer.from(`Message-ID: <${messageId}>\r\nTo: buyer@example.com\r\nSubject: A letter\r\n\r\n${text}\r\n`);

  it('keeps every letter, newest first', async () => {
    const store = new LetterStore(folder);
    const old = Array.from(
      { length: 1_000 },
      (_, n) => `20260101T00${String(n).padStart(4, '0')}000Z-0000000000000000`,
    );
    for (const name of old) writeFileSync(join(folder, `${name}.eml`), letter(name));
    const name = await store.save(letter('new'));
    await store.save(letter('new', 'again'));
    expect(store.names()).toEqual([name, ...old.toReversed()]);
  });

  it('keeps two copies that arrive at the same moment once', async () => {
    const store = new LetterStore(folder);
    await Promise.all([store.save(letter('same')), store.save(letter('same'))]);
    expect(store.names()).toHaveLength(1);
  });

  it('shows the letters of an earlier run, and leaves no half-written one', async () => {
    const name = await new LetterStore(folder).save(letter('kept'));
    writeFileSync(join(folder, 'half.part'), 'To: ');
    writeFileSync(join(folder, 'notes.eml'), 'of somebody');
    const store = new LetterStore(folder);
    expect(await store.list(10, 'BUYER@example.com')).toEqual([expect.objectContaining({ name, subject: 'A letter' })]);
    expect(readdirSync(folder).sort()).toEqual([`${name}.eml`, 'notes.eml']);
  });

  it('refuses a letter with endless headers', async () => {
    const store = new LetterStore(folder);
    await expect(store.save(Buffer.from(`Subject: ${'x'.repeat(100_000)}\r\n\r\n`))).rejects.toThrow();
    expect(store.names()).toEqual([]);
  });
});
