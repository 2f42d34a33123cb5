import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PictureOrder } from './picture-order.js';
import type { RenderReply } from './render-worker.js';

/** Limits memory: a worker needs about 200 MB. */
const MAX_WORKERS = 4;
/** A picture takes under a second on an idle core. */
const TIMEOUT_MS = 120_000;

interface Job {
  order: PictureOrder;
  resolve(jpeg: Uint8Array): void;
  reject(error: Error): void;
}

/** Draws pictures in worker threads, one per core, in the order of the calls. */
export class RenderPool {
  private readonly idle: Worker[] = [];
  private readonly waiting: Job[] = [];
  private readonly workers: Worker[] = [];
  readonly size = Math.min(availableParallelism(), MAX_WORKERS);

  constructor() {
    for (let i = 0; i < this.size; i++) {
      const worker = new Worker(new URL('./render-worker.js', import.meta.url));
      this.workers.push(worker);
      this.idle.push(worker);
    }
  }

  /** Draws a JPEG of 800 × 1000. Rejects if the worker fails or takes two minutes. */
  draw(order: PictureOrder): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ order, resolve, reject });
      this.next();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  private next(): void {
    const worker = this.idle.pop();
    if (!worker) return;
    const job = this.waiting.shift();
    if (!job) {
      this.idle.push(worker);
      return;
    }
    const onError = (error: Error) => settle(() => job.reject(error));
    const onExit = (code: number) => onError(new Error(`a worker ended with ${code}`));
    const onMessage = (reply: RenderReply) => {
      settle(() => ('jpeg' in reply ? job.resolve(reply.jpeg) : job.reject(new Error(reply.error))));
      this.idle.push(worker);
      this.next();
    };
    const timer = setTimeout(() => onError(new Error('a picture took too long')), TIMEOUT_MS);
    const settle = (report: () => void) => {
      clearTimeout(timer);
      worker.off('error', onError).off('exit', onExit).off('message', onMessage);
      report();
    };
    worker.on('error', onError).on('exit', onExit).on('message', onMessage);
    worker.postMessage(job.order);
  }
}
