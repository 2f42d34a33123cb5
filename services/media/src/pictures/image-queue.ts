import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { unavailable } from '@geodes/kit';

/** One per core. Also limits the number of decoded pictures in memory. */
const MAX_CONCURRENT = 2;

interface Task {
  /** Never rejects. */
  run(): Promise<void>;
  drop(): void;
}

/** Tasks of one kind, in the order of their arrival. */
interface Lane {
  readonly tasks: Task[];
  running: number;
  readonly maxRunning: number;
  readonly maxWaiting: number;
}

const lane = (maxRunning: number, maxWaiting: number): Lane => ({ tasks: [], running: 0, maxRunning, maxWaiting });

/** Limits image work to two pictures at once. Large pictures run first, work that no caller waits for last. */
@Injectable()
export class ImageQueue implements OnApplicationShutdown {
  private readonly large = lane(1, 200);
  private readonly waiting = lane(MAX_CONCURRENT, 200);
  private readonly background = lane(1, 500);
  private readonly lanes = [this.large, this.waiting, this.background];
  private running = 0;

  /** Runs work that a caller waits for. Throws UNAVAILABLE if the queue is full or the process stops. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.add(this.waiting, work);
  }

  /**
   * Runs work on a large picture, one at a time: each needs half a gigabyte. Must be called outside of other work, which
   * would keep a slot while it waits. Throws UNAVAILABLE if the queue is full or the process stops.
   */
  runLarge<T>(work: () => Promise<T>): Promise<T> {
    return this.add(this.large, work);
  }

  /** Runs work when no caller waits. Throws UNAVAILABLE if the queue is full or the process stops. */
  runInBackground<T>(work: () => Promise<T>): Promise<T> {
    return this.add(this.background, work);
  }

  onApplicationShutdown(): void {
    for (const { tasks } of this.lanes) for (const task of tasks.splice(0)) task.drop();
  }

  private add<T>({ tasks, maxWaiting }: Lane, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const drop = () => reject(unavailable('media'));
      if (tasks.length >= maxWaiting) return drop();
      // async, so that work which throws at once also rejects and frees its slot
      const run = async () => work();
      tasks.push({ run: () => run().then(resolve, reject), drop });
      this.next();
    });
  }

  private next(): void {
    while (this.running < MAX_CONCURRENT) {
      const free = this.lanes.find(({ tasks, running, maxRunning }) => tasks.length > 0 && running < maxRunning);
      const task = free?.tasks.shift();
      if (!free || !task) return;
      void this.execute(free, task);
    }
  }

  private async execute(lane: Lane, task: Task): Promise<void> {
    this.running += 1;
    lane.running += 1;
    await task.run();
    this.running -= 1;
    lane.running -= 1;
    this.next();
  }
}
