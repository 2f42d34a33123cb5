import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, findProgram, isExecutable } from './machine.js';
import { NoServerError } from './server-process.js';
import { runProgram } from './run-program.js';

export interface Chromium {
  executablePath: string;
  /** Arguments without which it does not run as root or in a container. */
  args: string[];
  /** To be added to the environment it is launched with. */
  env: Record<string, string>;
}

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
const ANSWERS_WITHIN_MS = 20_000;

/**
 * A browser for tests. The shell without windows comes first, the machine's own or the one from npm (unpacked once, about 1.5 s,
 * into the cache): opening a page costs it less than half of what a whole Chromium takes, which serves where neither runs.
 * Throws `NoServerError` where none does.
 */
export async function findChromium(dataDir: string): Promise<Chromium> {
  const shell = findProgram(...SHELLS);
  if (shell) return { executablePath: shell, args: ARGS, env: {} };
  try {
    return await unpackedChromium(dataDir);
  } catch (error) {
    const whole = findProgram(...WHOLE) ?? (isExecutable(MAC) ? MAC : undefined);
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
  const cache = cacheFolder(dataDir);
  // One folder a version of the package, or an upgrade would go on using the old browser
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpack(entry, cache, folder);
  const fonts = join(folder, 'fonts');
  const env: Record<string, string> = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: fonts };
  const executablePath = join(folder, 'chromium');
  // Throws where the machine lacks a library that it needs
  await runProgram(executablePath, ['--version'], { env: { ...process.env, ...env }, timeout: ANSWERS_WITHIN_MS });
  return { executablePath, args: ARGS, env };
}

/** The package unpacks into TMPDIR, and believes a file of that name there whoever made it: hence a process of its own. */
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
