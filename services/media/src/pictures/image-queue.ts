import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { unavailable } from '@geodes/kit';

/** Pictures decoded at once: one a core, and at most this many in memory. */
const AT_ONCE = 2;
/** Of these, work that nobody waits for. */
const MAX_CONCURRENT_BACKGROUND = 1;
const MAX_WAITING = 200;
const MAX_IN_BACKGROUND = 500;

interface Task {
  run(): Promise<void>;
  drop(): void;
}

/** Decides what is decoded when: never more than two pictures, those that somebody waits for first. */
@Injectable()
export class ImageQueue implements OnApplicationShutdown {
  private readonly waiting: Task[] = [];
  private readonly background: Task[] = [];
  private running = 0;
  private runningInBackground = 0;
  private lastLarge: Promise<unknown> = Promise.resolve();

  /** Throws UNAVAILABLE where too much is waiting already, or the process stops. */
  now<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(unavailable('media'));
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ run: () => work().then(resolve, reject), drop: () => reject(unavailable('media')) });
      this.next();
    });
  }

  /** When nobody waits. Undefined where it is left undone: too much to do, or the process stops. */
  later<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.background.length >= MAX_IN_BACKGROUND) return Promise.resolve(undefined);
    return new Promise<T | undefined>((resolve, reject) => {
      this.background.push({ run: () => work().then(resolve, reject), drop: () => resolve(undefined) });
      this.next();
    });
  }

  /** For pictures of many megapixels, from within a slot: one such at a time, since each takes half a gigabyte. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.lastLarge.then(work);
    this.lastLarge = done.catch(() => undefined);
    return done;
  }

  onApplicationShutdown(): void {
    for (const task of [...this.waiting.splice(0), ...this.background.splice(0)]) task.drop();
  }

  private next(): void {
    while (this.running < AT_ONCE) {
      const urgent = this.waiting.shift();
      if (urgent) {
        void this.run(urgent);
        continue;
      }
      if (this.runningInBackground >= MAX_CONCURRENT_BACKGROUND) return;
      const task = this.background.shift();
      if (!task) return;
      this.runningInBackground += 1;
      void this.run(task).finally(() => {
        this.runningInBackground -= 1;
        this.next();
      });
    }
  }

  private async run(task: Task): Promise<void> {
    this.running += 1;
    try {
      await task.run();
    } finally {
      this.running -= 1;
      this.next();
    }
  }
}
