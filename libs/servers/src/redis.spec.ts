import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseOldRedis } from './redis.js';

describe('the version of Redis', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'geodes-redis-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const check = (version: string) => {
    const command = join(folder, 'redis-server');
    writeFileSync(command, `#!/bin/sh\necho '${version} sha=00000000:0 malloc=jemalloc bits=64'\n`, { mode: 0o700 });
    return refuseOldRedis({ command, env: {} });
  };

  it.each(['Redis server v=7.0.15', 'Redis server v=8.2.1', 'Valkey server v=8.1.1'])('may be %s', (version) =>
    expect(check(version)).resolves.toBeUndefined(),
  );

  it.each(['Redis server v=6.0.16', 'Redis server v=6.2.7', 'Redis server v=5.0.3'])('cannot be %s', (version) =>
    expect(check(version)).rejects.toThrow(/Redis [56]\.\d is too old.* set REDIS_URL/),
  );
});
