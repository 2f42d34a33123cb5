import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCacheFolder, findProgram, isExecutable, runProgram } from './machine.js';
import { NoServerError } from './server-process.js';

export interface Chromium {
  executablePath: string;
  /** Arguments without which it does not run as root or in a container. */
  args: string[];
  /** Variables to add to the browser's environment. */
  env: Record<string, string>;
}

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const FULL_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
const START_TIMEOUT_MS = 20_000;

/**
 * Finds a browser for tests. Prefers the headless shell, installed or from npm (unpacked once into the cache, about
 * 1.5 s): it opens a page in less than half the time of a full Chromium. Throws `NoServerError` when no browser runs.
 */
export async function findChromium(dataDir: string): Promise<Chromium> {
  const shell = findProgram(...SHELLS);
  if (shell) return { executablePath: shell, args: ARGS, env: {} };
  try {
    return await unpackedChromium(dataDir);
  } catch (error) {
    const whole = findProgram(...FULL_BROWSERS) ?? (isExecutable(MAC) ? MAC : undefined);
    if (whole) return { executablePath: whole, args: ARGS, env: {} };
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new NoServerError('Chromium', 'for example `apt-get install chromium`', 'PATH', reason);
  }
}

async function unpackedChromium(dataDir: string): Promise<Chromium> {
  const entry = import.meta.resolve('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', entry)), 'utf8')) as {
    version: string;
  };
  const cache = openCacheFolder(dataDir);
  // The version in the name makes an upgrade unpack the new browser.
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpack(entry, cache, folder);
  const fonts = join(folder, 'fonts');
  const env: Record<string, string> = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: fonts };
  const executablePath = join(folder, 'chromium');
  // Throws if the machine lacks a shared library.
  await runProgram(executablePath, ['--version'], { env: { ...process.env, ...env }, timeout: START_TIMEOUT_MS });
  return { executablePath, args: ARGS, env };
}

/** Unpacks in a separate process with a private TMPDIR: the package trusts any file of the right name in TMPDIR. */
async function unpack(entry: string, cache: string, folder: string): Promise<void> {
  const work = mkdtempSync(join(cache, 'unpack-'));
  const script = `const { default: chromium } = await import(${JSON.stringify(entry)}); await chromium.executablePath();`;
  try {
    const env = { ...process.env, TMPDIR: work };
    await runProgram(process.execPath, ['--input-type=module', '-e', script], { env, timeout: 120_000 });
    renameSync(work, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
