import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const LIMIT_MS = 120_000;

/** What a command said and how it ended. */
export interface Said {
  code: number;
  text: string;
}

/** `npm run backup` or `npm run restore` for the shop in `dataDir`. */
export const tool = async (name: 'backup' | 'restore', dataDir: string, args: string[]): Promise<Said> => {
  const program = fileURLToPath(new URL(`../../../start/dist/${name}/main.js`, import.meta.url));
  const options = { env: { ...process.env, npm_lifecycle_event: '', DATA_DIR: dataDir }, timeout: LIMIT_MS };
  return promisify(execFile)(process.execPath, [program, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { stdout?: string; stderr?: string; code?: number }) => ({
      code: typeof error.code === 'number' ? error.code : -1,
      text: `${error.stdout ?? ''}${error.stderr ?? ''}`,
    }),
  );
};
