import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Report } from '../check.js';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const MAX_REPORT_CHARACTERS = 20_000_000;
const MAX_ERROR_CHARACTERS = 2_000;

/**
 * Runs one check in a child process with low priority, which frees its memory (all data) afterwards. Rejects
 * with its error output if it prints no report. Kills it when `signal` aborts.
 */
export function runCheck(args: string[], signal: AbortSignal): Promise<Report> {
  const command = [MAIN, ...args, '--json'];
  const env = { ...process.env, AUDIT_WATCH: 'off' };
  const child = spawn(process.execPath, command, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C must reach the parent only.
    detached: true,
    signal,
    killSignal: 'SIGKILL',
  });
  lowerPriority(child.pid);
  let text = '';
  let errorOutput = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    text += data;
    if (text.length > MAX_REPORT_CHARACTERS) child.kill('SIGKILL');
  });
  child.stderr
    .setEncoding('utf8')
    .on('data', (data: string) => (errorOutput = (errorOutput + data).slice(-MAX_ERROR_CHARACTERS)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, endedBy) => {
      if (code !== null && code <= 2 && text.startsWith('{')) resolve(JSON.parse(text) as Report);
      else reject(new Error(errorOutput.trim() || `the check ended with ${endedBy ?? code}`));
    });
  });
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has exited, or the system refuses.
  }
}
