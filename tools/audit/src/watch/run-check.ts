import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Report } from '../check.js';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
/** A report with more text than this is not read, characters. */
const MAX_TEXT = 20_000_000;
const MAX_WORDS = 2_000;

/**
 * One check in a process of its own, behind everything else of the machine: what it needs (all books at once, Square's
 * SDK) is gone afterwards. Rejects with its last words where it brings no report; it is killed when `signal` says so.
 */
export function runCheck(args: string[], signal: AbortSignal): Promise<Report> {
  const command = [MAIN, ...args, '--json'];
  const env = { ...process.env, AUDIT_WATCH: 'off' };
  const child = spawn(process.execPath, command, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // the supervisor's Ctrl-C is not meant for it
    detached: true,
    signal,
    killSignal: 'SIGKILL',
  });
  giveWay(child.pid);
  let text = '';
  let words = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    text += data;
    if (text.length > MAX_TEXT) child.kill('SIGKILL');
  });
  child.stderr.setEncoding('utf8').on('data', (data: string) => (words = (words + data).slice(-MAX_WORDS)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, endedBy) => {
      if (code !== null && code <= 2 && text.startsWith('{')) resolve(JSON.parse(text) as Report);
      else reject(new Error(words.trim() || `the check ended with ${endedBy ?? code}`));
    });
  });
}

function giveWay(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // it has ended already, or the machine does not let it
  }
}
