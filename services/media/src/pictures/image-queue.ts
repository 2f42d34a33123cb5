import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { unavailable } from '@geodes/kit';

/** One per core. Also limits the number of decoded pictures in memory. */
const MAX_CONCURRENT = 2;
const MAX_CONCURRENT_BACKGROUND = 1;
const MAX_WAITING = 200;
const MAX_WAITING_IN_BACKGROUND = 500;

interface Task {
  /** Never rejects. */
  run(): Promise<void>;
  drop(): void;
  isBackground: boolean;
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
    return this.add(this.waiting, MAX_WAITING, false, work);
  }

  /** Runs work when no caller waits. Throws UNAVAILABLE if the queue is full or the process stops. */
  runInBackground<T>(work: () => Promise<T>): Promise<T> {
    return this.add(this.background, MAX_WAITING_IN_BACKGROUND, true, work);
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

  private add<T>(tasks: Task[], max: number, isBackground: boolean, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const drop = () => reject(unavailable('media'));
      if (tasks.length >= max) return drop();
      // async, so that work which throws at once also rejects and frees its slot
      const run = async () => work();
      tasks.push({ run: () => run().then(resolve, reject), drop, isBackground });
      this.next();
    });
  }

  private next(): void {
    while (this.running < MAX_CONCURRENT) {
      const mayRunBackground = this.runningInBackground < MAX_CONCURRENT_BACKGROUND;
      const task = this.waiting.shift() ?? (mayRunBackground ? this.background.shift() : undefined);
      if (!task) return;
      void this.execute(task);
    }
  }

  private async execute({ run, isBackground }: Task): Promise<void> {
    this.running += 1;
    if (isBackground) this.runningInBackground += 1;
    await run();
    this.running -= 1;
    if (isBackground) this.runningInBackground -= 1;
    this.next();
  }
}
