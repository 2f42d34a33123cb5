import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { unavailable } from '@geodes/kit';

/** One per core. Also limits the number of decoded pictures in memory. */
const MAX_CONCURRENT = 2;
const MAX_CONCURRENT_BACKGROUND = 1;
const MAX_WAITING = 200;
const MAX_WAITING_IN_BACKGROUND = 500;

interface Task {
  run(): Promise<void>;
  drop(): void;
}

/** Limits image work to two pictures at once. Work that a caller waits for runs before background work. */
@Injectable()
export class ImageQueue implements OnApplicationShutdown {
  private readonly waiting: Task[] = [];
  private readonly background: Task[] = [];
  private running = 0;
  private runningInBackground = 0;
  private lastLarge: Promise<unknown> = Promise.resolve();

  /** Runs work that a caller waits for. Throws UNAVAILABLE if the queue is full or the process stops. */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(unavailable('media'));
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ run: () => work().then(resolve, reject), drop: () => reject(unavailable('media')) });
      this.next();
    });
  }

  /** Runs work when no caller waits. Resolves to undefined without running if the queue is full or the process stops. */
  runInBackground<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.background.length >= MAX_WAITING_IN_BACKGROUND) return Promise.resolve(undefined);
    return new Promise<T | undefined>((resolve, reject) => {
      this.background.push({ run: () => work().then(resolve, reject), drop: () => resolve(undefined) });
      this.next();
    });
  }

  /** Serialises work on large pictures, which needs half a gigabyte each. Must be called inside a slot. */
  runLarge<T>(work: () => Promise<T>): Promise<T> {
    const done = this.lastLarge.then(work);
    this.lastLarge = done.catch(() => undefined);
    return done;
  }

  onApplicationShutdown(): void {
    for (const task of [...this.waiting.splice(0), ...this.background.splice(0)]) task.drop();
  }

  private next(): void {
    while (this.running < MAX_CONCURRENT) {
      const urgent = this.waiting.shift();
      if (urgent) {
        void this.execute(urgent);
        continue;
      }
      if (this.runningInBackground >= MAX_CONCURRENT_BACKGROUND) return;
      const task = this.background.shift();
      if (!task) return;
      this.runningInBackground += 1;
      void this.execute(task).finally(() => {
        this.runningInBackground -= 1;
        this.next();
      });
    }
  }

  private async execute(task: Task): Promise<void> {
    this.running += 1;
    try {
      await task.run();
    } finally {
      this.running -= 1;
      this.next();
    }
  }
}
