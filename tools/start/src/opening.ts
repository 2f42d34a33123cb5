import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Ask, Failure, OpeningTasks, Task, Tell } from './opening-tasks.js';

/**
 * Runs the tasks of the opening in a process of their own. The packages they take (checks of the configuration,
 * programs, clients of databases and object stores) would stay in the supervisor's memory for good: 40 MB.
 */
export class Opening {
  readonly #child: ChildProcess;

  constructor(private readonly progress: (message: string) => void) {
    // read as source by tests; what runs is always the built one
    const program = fileURLToPath(new URL('../dist/opening-main.js', import.meta.url));
    this.#child = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('error', () => undefined);
  }

  /** Throws what the task threw, as an Error with its name, message and code; or where the process has ended. */
  do<T extends Task>(task: T, ...given: Parameters<OpeningTasks[T]>): ReturnType<OpeningTasks[T]> {
    return this.#ask({ task, with: given } as Ask) as ReturnType<OpeningTasks[T]>;
  }

  /** Ends the process, with what it is waiting for. */
  end(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  async #ask(ask: Ask): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    const hear = (message: Tell): void => {
      if ('progress' in message) this.progress(message.progress);
      else if ('failed' in message) answer.reject(asError(message.failed));
      else answer.resolve(message.done);
    };
    const ended = () => answer.reject(new Error(`The shop cannot open: what prepares it has ended (${ask.task}).`));
    this.#child.on('message', hear);
    this.#child.once('exit', ended);
    try {
      if (!this.#child.connected) ended();
      else this.#child.send(ask, (error) => error && ended());
      return await answer.promise;
    } finally {
      this.#child.off('message', hear);
      this.#child.off('exit', ended);
    }
  }
}

const asError = ({ name, message, code }: Failure): Error =>
  Object.assign(new Error(message), { name }, code ? { code } : {});
