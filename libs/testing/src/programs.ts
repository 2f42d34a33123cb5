import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { claimPort, freePort, isHttpReady, isPortFree } from '@geodes/servers';
import { until } from './polling.js';

const READY_TIMEOUT_MS = 180_000;
const RUN_TIMEOUT_MS = 120_000;
/** Each audit is a process of its own, two seconds of a core. */
const AUDIT_INTERVAL_MS = 5_000;

/** Returns the file of a built program: `services/orders`, `tools/start/backup`. */
export const programFile = (name: string): string => {
  const [group = '', project = '', ...part] = name.split('/');
  return fileURLToPath(new URL(`../../../${[group, project, 'dist', ...part].join('/')}/main.js`, import.meta.url));
};

/** Returns whether the process at this URL responds that it is ready. Never throws. */
export const isReady = (url: string): Promise<boolean> => isHttpReady(`${url}/health/ready`, 2_000);

/** Returns whether the process has exited or was ended by a signal. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Ends a process and waits for it. Sends SIGKILL after `killAfterMs`. */
export const endProcess = async (
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
  killAfterMs?: number,
): Promise<void> => {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const late = killAfterMs && setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await ended;
  clearTimeout(late);
};

/**
 * Starts a built program that serves /health on `port` of 127.0.0.1 and waits until it is ready. Its environment is
 * `env`, PATH and LOG_LEVEL. `onOutput` gets all that it writes, from its start on. Throws with the program's output if it does not become ready.
 */
export const startProgram = async (
  name: string,
  port: number,
  env: Record<string, string>,
  onOutput?: (text: string) => void,
): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [programFile(name)], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-20_000);
      onOutput?.(data.toString());
    });
  const end = performance.now() + READY_TIMEOUT_MS;
  while (!(await isReady(`http://127.0.0.1:${port}`))) {
    if (performance.now() > end || hasEnded(child)) {
      await endProcess(child, 'SIGKILL');
      throw new Error(`${name} did not become ready:\n${output}`);
    }
    await sleep(50);
  }
  return child;
};

/** Starts the Square simulator with its ledger in `dataDir`. */
export const startSimulator = async (dataDir: string): Promise<{ url: string; child: ChildProcess }> => {
  const port = await freePort();
  const env = { SQUARE_SIMULATOR_PORT: String(port), DATA_DIR: dataDir };
  return { url: `http://127.0.0.1:${port}`, child: await startProgram('tools/square-simulator', port, env) };
};

/** Starts the mail catcher with its letters in `dataDir`. SMTP listens on the port after that of `url`. */
export const startMailCatcher = async (
  dataDir: string,
  env: Record<string, string> = {},
): Promise<{ url: string; smtpUrl: string; child: ChildProcess }> => {
  const port = await consecutivePorts(2);
  const child = await startProgram('tools/mail-catcher', port, {
    MAIL_CATCHER_PORT: String(port),
    DATA_DIR: dataDir,
    ...env,
  });
  return { url: `http://127.0.0.1:${port}`, smtpUrl: `smtp://127.0.0.1:${port + 1}`, child };
};

/** A program's output and exit code; -1 if a signal ended it. */
export interface ProgramResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** The shop that a tool works on. */
export interface ToolTarget {
  dataDir: string;
  simulator?: string;
}

/** Runs an operator's tool on a shop: `audit`, `ops`, `start/backup`, `start/restore`. */
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

/** Runs the audit without a settling time; returns violations as `kind: message`. */
export const audit = async (shop: ToolTarget): Promise<string[]> => {
  const { code, stdout, stderr } = await runTool('audit', shop, ['--json', '--settle', '0']);
  if (code !== 0 && code !== 1) return [`the audit failed (${code}): ${stderr.trim().slice(-500)}`];
  const { violations } = JSON.parse(stdout) as { violations: { kind: string; message: string }[] };
  return violations.map(({ kind, message }) => `${kind}: ${message}`);
};

/** Repeats the audit until it is clean. Returns the violations left after `timeoutMs`, milliseconds. */
export const auditUntilClean = async (shop: ToolTarget, timeoutMs: number): Promise<string[]> => {
  let violations: string[] = [];
  await until(async () => (violations = await audit(shop)).length === 0, timeoutMs, AUDIT_INTERVAL_MS);
  return violations;
};

const ATTEMPTS = 50;

/**
 * Finds the first of `count` free ports in a row: gateways of one shop, or the mail catcher's page and SMTP. Throws if
 * there are none.
 */
export const consecutivePorts = async (count: number, exclude: number[] = []): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = await freePort(exclude);
    const next = Array.from({ length: count - 1 }, (_, index) => first + index + 1);
    const free = await Promise.all(next.map((port) => isPortFree(port)));
    if (free.every(Boolean) && next.every((port) => !exclude.includes(port) && claimPort(port))) return first;
  }
  throw new Error(`There are no ${count} consecutive free ports.`);
};
