import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LEAN_IMPORT, signal, waitForEnd } from '@geodes/servers/watch';
import type { ProcessSpec } from './process-spec.js';
import { type Ending, endingOf } from './restart-policy.js';

/** A program at work, as a process of its own or as a thread of the supervisor. */
export interface Running {
  /** Of a process. */
  pid: number | undefined;
  outputs: Readable[];
  ended: Promise<Ending>;
  /** Asks it to end. */
  ask(word: NodeJS.Signals): void;
  /** Asks it to end, and ends it the hard way, a process with all it started, where it takes longer than `limitMs`. */
  end(word: NodeJS.Signals, limitMs: number): Promise<void>;
}

/** Starts what `spec` names; what cannot be started has ended. */
export const run = (spec: ProcessSpec): Running => (spec.isThread ? runThread(spec) : runProcess(spec));

function runProcess({ command, args, env, cwd, uid, gid }: ProcessSpec): Running {
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

/** Signals reach a thread as messages. */
function runThread({ name, args, env }: ProcessSpec): Running {
  const [program = '', ...argv] = args;
  const worker = new Worker(program, { name, argv, env, execArgv: [LEAN_IMPORT], stdout: true, stderr: true });
  let failure: string | undefined;
  worker.once('error', (error) => (failure = String(error)));
  // only then its port is free
  const ended = new Promise<Ending>((resolve) => {
    worker.once('exit', (code) => resolve(failure ? { by: 'itself', reason: failure } : endingOf(code, null)));
  });
  return {
    pid: undefined,
    outputs: [worker.stdout, worker.stderr],
    ended,
    ask: (word) => worker.postMessage(word),
    end: async (word, limitMs) => {
      worker.postMessage(word);
      await Promise.race([ended, sleep(limitMs, undefined, { ref: false })]);
      await worker.terminate();
    },
  };
}
