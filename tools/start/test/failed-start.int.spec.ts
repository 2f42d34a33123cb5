import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, PidFiles } from '@geodes/servers';

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const START_TIMEOUT_MS = 25_000;
const OWN_SERVERS = { DATABASE_URL: '', REDIS_URL: '', NATS_URL: '', SMTP_URL: 'smtp://127.0.0.1:1' };
const NO_STORE = {
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_BUCKET: 'b',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geodes-failed-start-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the built shop and waits until it has ended by itself. */
const start = async (env: Record<string, string>): Promise<{ code: unknown; output: string }> => {
  const ports = { PORT: String(await freePort()), SQUARE_SIMULATOR_PORT: String(await freePort()) };
  const options = {
    env: { ...process.env, npm_lifecycle_event: '', ...OWN_SERVERS, ...ports, ...env },
    timeout: START_TIMEOUT_MS,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM], options, (error, stdout, stderr) =>
      resolve({ code: error?.code, output: stdout + stderr }),
    );
  });
};

describe('a start that fails', () => {
  it('says what to do', async () => {
    const file = join(folder, 'data');
    writeFileSync(file, '');
    const { code, output } = await start({ DATA_DIR: file });
    expect(output).toContain('It is a file: set DATA_DIR to a folder.');
    expect(code).toBe(1);
  });

  it('ends the servers that it has started, and names the file of passwords that the database refuses', async () => {
    const unreached = await start({ DATA_DIR: folder, ...NO_STORE });
    expect(unreached.output).toContain('correct S3_ENDPOINT');
    expect(unreached.code).toBe(1);
    expect(new PidFiles(folder).findOrphans()).toEqual([]);
    rmSync(join(folder, 'secrets.json'));
    const refused = await start({ DATA_DIR: folder, ...NO_STORE });
    expect(refused.output).toContain('other passwords than secrets.json');
    expect(refused.code).toBe(1);
  });

  it('keeps a database that is damaged', async () => {
    const table = join(folder, 'postgres', 'base');
    mkdirSync(table, { recursive: true });
    const { code, output } = await start({ DATA_DIR: folder });
    expect(output).toContain('PG_VERSION is missing. Restore a backup');
    expect(code).toBe(1);
    expect(existsSync(table)).toBe(true);
  });
});
