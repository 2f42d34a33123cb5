import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { signal, waitForEnd } from '@geodes/servers';
import type { ProcessSpec } from './process-spec.js';
import { type Ending, endingOf } from './restart-policy.js';

/** A program at work. */
export interface Running {
  /** Undefined when it could not be started. */
  pid: number | undefined;
  outputs: Readable[];
  ended: Promise<Ending>;
  /** Asks it to end. */
  ask(word: NodeJS.Signals): void;
  /** Asks it to end, and ends it the hard way, with all it started, when it takes longer than `limitMs`. */
  end(word: NodeJS.Signals, limitMs: number): Promise<void>;
}

/** Starts what the spec names; what cannot be started has ended. */
export function run({ command, args, env, cwd, uid, gid }: ProcessSpec): Running {
  // a process group of its own: Ctrl-C reaches the supervisor alone, and a hung process goes with all it started
  const child = spawn(command, args, { env, cwd, uid, gid, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', (error) => resolve({ by: 'itself', reason: error.message }));
    child.once('exit', (code, reason) => resolve(endingOf(code, reason)));
  });
  return {
    pid,
    outputs: [child.stdout, child.stderr],
    ended: ended.finally(() => pid && signal(pid, 'SIGKILL', 'group')),
    ask: (word) => pid && signal(pid, word),
    end: async (word, limitMs) => {
      if (!pid) return;
      signal(pid, word);
      if (!(await waitForEnd([pid], limitMs))) signal(pid, 'SIGKILL', 'group');
    },
  };
}
