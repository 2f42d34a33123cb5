import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@geodes/servers';

const READY_TIMEOUT_MS = 60_000;
const RUN_TIMEOUT_MS = 120_000;
const AUDIT_INTERVAL_MS = 1_000;

/** A built program of the checkout: `services/orders`, `tools/start/backup`. */
export const programFile = (name: string): string => {
  const [group = '', project = '', ...part] = name.split('/');
  return fileURLToPath(new URL(`../../../${[group, project, 'dist', ...part].join('/')}/main.js`, import.meta.url));
};

/** Asks until there is something; throws `what` with the last failure after `limitMs`. */
export const eventually = async <T>(
  what: string,
  look: () => T | Promise<T>,
  limitMs = 60_000,
  intervalMs = 100,
): Promise<NonNullable<T>> => {
  const end = performance.now() + limitMs;
  for (let failure: unknown = 'there was nothing'; ;) {
    try {
      const seen = await look();
      if (seen) return seen;
      failure = 'there was nothing';
    } catch (error) {
      failure = error;
    }
    if (performance.now() > end) throw new Error(`${what} not within ${limitMs} ms: ${String(failure)}`);
    await sleep(intervalMs);
  }
};

export const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
};

/** Ends a process and waits for it. */
export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
};

/**
 * Starts a built program that serves /health on `port` of 127.0.0.1 and waits until it is ready. It gets `env` and no
 * other variable but PATH. Throws with what it wrote when it does not become ready.
 */
export const startProgram = async (name: string, port: number, env: Record<string, string>): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [programFile(name)], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-20_000)));
  const end = performance.now() + READY_TIMEOUT_MS;
  while (!(await isReady(`http://127.0.0.1:${port}`))) {
    if (performance.now() > end || child.exitCode !== null || child.signalCode !== null) {
      await endProcess(child, 'SIGKILL');
      throw new Error(`${name} did not become ready:\n${output}`);
    }
    await sleep(50);
  }
  return child;
};

/** Starts the simulator of Square on the ledger in `dataDir`. */
export const startSimulator = async (dataDir: string): Promise<{ url: string; child: ChildProcess }> => {
  const port = await freePort();
  const env = { SQUARE_SIMULATOR_PORT: String(port), DATA_DIR: dataDir };
  return { url: `http://127.0.0.1:${port}`, child: await startProgram('tools/square-simulator', port, env) };
};

/** What a program wrote and its exit code; -1 when it was ended from outside. */
export interface ProgramResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Where a shop is that a tool works on. */
export interface ToolTarget {
  dataDir: string;
  simulator?: string;
}

/** Runs a tool of the operator on a shop until it ends: `audit`, `ops`, `start/backup`, `start/restore`. */
export const runTool = (
  name: string,
  { dataDir, simulator }: ToolTarget,
  args: string[],
  timeout = RUN_TIMEOUT_MS,
): Promise<ProgramResult> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      npm_lifecycle_event: '',
      DATA_DIR: dataDir,
      ...(simulator ? { SQUARE_SIMULATOR_PORT: new URL(simulator).port } : {}),
    };
    const options = { env, timeout, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [programFile(`tools/${name}`), ...args], options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0;
      resolve({ code, stdout, stderr });
    });
  });

/** What `npm run audit` finds when nothing counts as still under way, as `kind: message`. */
export const audit = async (shop: ToolTarget): Promise<string[]> => {
  const { code, stdout, stderr } = await runTool('audit', shop, ['--json', '--settle', '0']);
  if (code !== 0 && code !== 1) return [`the audit failed (${code}): ${stderr.trim().slice(-500)}`];
  const { violations } = JSON.parse(stdout) as { violations: { kind: string; message: string }[] };
  return violations.map(({ kind, message }) => `${kind}: ${message}`);
};

/** What the audit still finds after `limitMs`; empty as soon as it finds nothing. */
export const auditUntilClean = async (shop: ToolTarget, limitMs: number): Promise<string[]> => {
  const end = performance.now() + limitMs;
  for (;;) {
    const violations = await audit(shop);
    if (violations.length === 0 || performance.now() > end) return violations;
    await sleep(AUDIT_INTERVAL_MS);
  }
};
