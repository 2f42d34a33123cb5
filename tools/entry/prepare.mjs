// Prepares a checkout for `npm start` and `npm test`: packages, Node 24, the build, and a lock against a second run.
// Plain JavaScript for Node 20.19, with nothing installed.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run, say, showProgress } from './steps.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');
const INSTALL_TIMEOUT_MS = 20 * 60_000;
const BUILD_TIMEOUT_MS = 10 * 60_000;
const LOCK_TIMEOUT_MS = 30 * 60_000;

/** An expected failure. Its message is printed without a stack. */
export class Refused extends Error {}

/** The environment of child processes: finds Node 24 and the project's programs before the machine's. */
export const environment = () => ({
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  NX_NO_CLOUD: 'true',
});

/** Returns the Node.js that runs the shop: the project's own if installed, else this one. */
export const node = () => (existsSync(join(bin, 'node')) ? join(bin, 'node') : process.execPath);

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Refused(
    `This is Node.js ${process.versions.node}; the shop needs 20.19 or newer to begin with (it brings Node.js 24 itself).\n` +
      'Install a current one from https://nodejs.org, or with `nvm install 24`, and run the command again.',
  );
}

/** Runs `work` under a lock, so that no second install or build runs in this checkout. */
export async function alone(work) {
  const release = await takeLock(join(root, '.nx', 'prepare.lock'));
  try {
    return await work();
  } finally {
    release();
  }
}

async function takeLock(lock) {
  mkdirSync(dirname(lock), { recursive: true });
  const until = Date.now() + LOCK_TIMEOUT_MS;
  let isShown = false;
  for (;;) {
    if (tryLock(lock)) return () => rmSync(lock, { force: true });
    const text = readIfThere(lock);
    if (text === undefined) continue;
    const holder = Number(text);
    if (!isEntryScript(holder)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!isShown) say(`  another command (process ${holder}) is installing or building here; waiting for it …`);
    isShown = true;
    if (Date.now() > until)
      throw new Refused(`Process ${holder} has been preparing for half an hour. End it and try again.`);
    await sleep(500);
  }
}

/** link(2) fails if the lock exists, and never shows one without its pid. */
function tryLock(lock) {
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** A pid may be reused after a crash: only a process that runs an entry script holds the lock. */
function isEntryScript(pid) {
  if (!(pid > 1) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('tools/entry/');
  } catch {
    return false;
  }
}

/** Installs the packages of package-lock.json if any is missing or has another version. */
export async function installPackages() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const wanted = createHash('sha256').update(lockText).digest('hex');
  const marker = join(modules, '.installed-lock');
  if (readIfThere(marker) !== wanted) {
    if (!isInstalled(lockText)) await install();
    writeFileSync(marker, wanted);
  }
  bringNode();
}

/** npm writes node_modules/.package-lock.json last, so an interrupted install has none. */
function isInstalled(lockText) {
  const installed = parse(readIfThere(join(modules, '.package-lock.json')))?.packages;
  const wanted = parse(lockText)?.packages;
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.optional || entry.peer) return true;
    if (entry.link) return existsSync(join(root, path));
    const found = installed[path];
    if (!path.includes('node_modules')) return true;
    return found?.version === entry.version && found?.integrity === entry.integrity;
  });
}

async function install() {
  const done = showProgress(
    existsSync(modules) ? 'installing changed packages' : 'installing packages (about a minute)',
  );
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  // Not `npm ci`: it refuses a lock file without optional packages of other systems, and removes what is installed.
  const args = [
    ...first,
    'install',
    '--no-save',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ];
  const { ok, output, timedOut } = await run(command, args, {
    cwd: root,
    env: process.env,
    limitMs: INSTALL_TIMEOUT_MS,
  });
  done(ok ? '✓ installed packages' : '✗ installing packages failed');
  if (ok) return;
  throw new Refused(
    `${output.trim()}\n\nThe packages could not be installed${timedOut ? ' in time' : ''}. Most often the registry cannot be ` +
      'reached: check with `npm ping` (behind a proxy: `npm config set proxy …`), see that the disk has 2 GB free, and run ' +
      'the command again.',
  );
}

/** Adds the binary of the package `node` if npm did not run its install script. */
function bringNode() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24 || worksAsNode24(join(bin, 'node'))) return;
  const folder = join(modules, 'node');
  say('  downloading Node.js 24 …');
  try {
    execFileSync(process.execPath, ['installArchSpecificPackage'], { cwd: folder, stdio: 'ignore', timeout: 300_000 });
  } catch {
    // The check below reports the failure.
  }
  if (worksAsNode24(join(bin, 'node'))) return;
  throw new Refused(
    'Node.js 24 could not be brought in. Install it from https://nodejs.org or with `nvm install 24`, and run the command again.',
  );
}

function worksAsNode24(path) {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 }).startsWith('v24.');
  } catch {
    return false;
  }
}

/**
 * Builds the shop with Nx: one compiler for all packages, which compiles what has changed, then the site, which Nx caches.
 */
export async function build() {
  const done = showProgress('building');
  const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const args = [nx, 'run-many', '-t', 'build', '--outputStyle=static'];
  // React has a slow bundle for any other NODE_ENV. The caller's value is for the processes, not for the build.
  const env = { ...environment(), NODE_ENV: 'production' };
  const { ok, output } = await run(node(), args, { cwd: root, env, limitMs: BUILD_TIMEOUT_MS });
  done(ok ? '✓ built' : '✗ the build failed');
  if (!ok)
    throw new Refused(`${output.trim()}\n\nThe build failed; what to mend stands above. Then run the command again.`);
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

function parse(text) {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
