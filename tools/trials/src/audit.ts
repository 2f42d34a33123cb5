import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StartedShop } from '@geodes/testing';

const PROGRAM = fileURLToPath(new URL('../../audit/dist/main.js', import.meta.url));
const AUDIT_LIMIT_MS = 60_000;
const AGAIN_MS = 1_000;

/** `npm run audit` over a shop, nothing counting as still under way: what must not be, in words. */
export const audit = async ({ dataDir, simulator }: StartedShop): Promise<string[]> => {
  const env = { ...process.env, DATA_DIR: dataDir, SQUARE_SIMULATOR_PORT: new URL(simulator).port };
  const options = { env, timeout: AUDIT_LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
  const { stdout, code, stderr } = await promisify(execFile)(
    process.execPath,
    [PROGRAM, '--json', '--settle', '0'],
    options,
  ).then(
    (said) => ({ ...said, code: 0 }),
    (error: { stdout?: string; stderr?: string; code?: number | string }) => ({
      stdout: error.stdout ?? '',
      stderr: error.stderr ?? '',
      code: error.code ?? 'killed',
    }),
  );
  if (code !== 0 && code !== 1) return [`the books could not be read (${code}): ${stderr.trim().slice(-500)}`];
  const { violations } = JSON.parse(stdout) as { violations: { kind: string; message: string }[] };
  return violations.map(({ kind, message }) => `${kind}: ${message}`);
};

/** What the audit still finds `limitMs` milliseconds from now; empty as soon as all is well. */
export const auditUntilClean = async (shop: StartedShop, limitMs: number): Promise<string[]> => {
  const end = performance.now() + limitMs;
  for (;;) {
    const violations = await audit(shop);
    if (violations.length === 0 || performance.now() > end) return violations;
    await sleep(AGAIN_MS);
  }
};
