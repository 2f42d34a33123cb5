import { AppError } from './app-error.js';
import type { Clock } from './clock.js';

interface PendingQuestion<Question, Answer> {
  question: Question;
  deferred: PromiseWithResolvers<Answer>;
}

/** Bounds the memory of waiting questions; normal load never reaches it. */
const MAX_WAITING = 10_000;

/** Under load the next call waits this long for more questions, so more of them share its cost. */
const GATHER_MS = 20;

/**
 * Batches questions into few calls: questions that arrive during a call go into the next one. So every answer comes
 * from a call that began after its question arrived, and a lone question does not wait.
 */
export class Batcher<Question, Answer> {
  private readonly waiting: PendingQuestion<Question, Answer>[] = [];
  private isBusy = false;

  /** `loadBatch` returns answers in the order of at most `maxBatchSize` questions. `gatherMs` defaults to 20. */
  constructor(
    private readonly loadBatch: (questions: Question[]) => Promise<Answer[]>,
    private readonly maxBatchSize: number,
    private readonly clock: Pick<Clock, 'sleep'>,
    private readonly gatherMs = GATHER_MS,
  ) {}

  /** Loads one answer. Rejects with the error of its batch's call. Throws UNAVAILABLE if 10,000 questions wait. */
  load(question: Question): Promise<Answer> {
    if (this.waiting.length >= MAX_WAITING)
      throw new AppError('UNAVAILABLE', 'Too many requests at once. Please try again in a moment.');
    const deferred = Promise.withResolvers<Answer>();
    this.waiting.push({ question, deferred });
    if (!this.isBusy) void this.runBatches();
    return deferred.promise;
  }

  private async runBatches(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.maxBatchSize);
      try {
        const answers = await this.loadBatch(batch.map(({ question }) => question));
        batch.forEach(({ deferred }, index) => deferred.resolve(answers[index] as Answer));
      } catch (error) {
        for (const { deferred } of batch) deferred.reject(error);
      }
      if (this.gatherMs > 0 && this.waiting.length > 0 && this.waiting.length < this.maxBatchSize)
        await this.clock.sleep(this.gatherMs);
    }
    this.isBusy = false;
  }
}

/** Shares one run of the same work among concurrent callers. Keeps nothing once the run has ended. */
export class SingleFlight<T> {
  private readonly running = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const present = this.running.get(key);
    if (present) return present;
    const run = work().finally(() => this.running.delete(key));
    this.running.set(key, run);
    return run;
  }
}
