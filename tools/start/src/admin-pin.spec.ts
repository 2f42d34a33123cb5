import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveAdminPin } from './admin-pin.js';
import { ConfigError } from './config.js';

describe('the PIN of DATA_DIR/admin-pin', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'geodes-pin-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const resolvePin = () => resolveAdminPin({ DATA_DIR: folder, ADMIN_PIN: undefined, ADMIN_PIN_HASH: undefined });

  it('is made once and stays the same', () => {
    expect(resolvePin()).toMatch(/^\d{9}$/);
    expect(resolvePin()).toBe(resolvePin());
  });

  it.each(['12345678', '27182818a', ''])('is refused, not replaced, if the file holds %j', (content) => {
    const path = join(folder, 'admin-pin');
    writeFileSync(path, content);
    expect(resolvePin).toThrow(ConfigError);
    expect(resolvePin).toThrow(`${path} must hold exactly 9 digits`);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });
});
