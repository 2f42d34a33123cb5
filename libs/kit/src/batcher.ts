import { AppError } from './app-error.js';
import type { Clock } from './clock.js';

interface Waiting<Question, Answer> {
  question: Question;
  answered: PromiseWithResolvers<Answer>;
}

/** More than so many questions that wait are a fault of somebody else's. */
const MAX_WAITING = 10_000;

/** Where many ask, the next call waits so long for more, milliseconds: what a call costs is shared by more of them. */
const GATHER_MS = 20;

/**
 * Many questions, few calls: what is asked while a call is under way goes into the next one. So each answer is of a
 * call that began after its question was asked, and a lone question does not wait.
 */
export class Batcher<Question, Answer> {
  private readonly waiting: Waiting<Question, Answer>[] = [];
  private isBusy = false;

  /** `ask` answers in the order of its questions, at most `most` of them a call; `gatherMs` is 20 unless given. */
  constructor(
    private readonly ask: (questions: Question[]) => Promise<Answer[]>,
    private readonly most: number,
    private readonly clock: Pick<Clock, 'sleep'>,
    private readonly gatherMs = GATHER_MS,
  ) {}

  /** Throws what the call throws that the question was part of. */
  load(question: Question): Promise<Answer> {
    if (this.waiting.length >= MAX_WAITING)
      throw new AppError('UNAVAILABLE', 'Too many requests at once. Please try again in a moment.');
    const answered = Promise.withResolvers<Answer>();
    this.waiting.push({ question, answered });
    if (!this.isBusy) void this.work();
    return answered.promise;
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.most);
      try {
        const answers = await this.ask(batch.map(({ question }) => question));
        batch.forEach(({ answered }, index) => answered.resolve(answers[index] as Answer));
      } catch (error) {
        for (const { answered } of batch) answered.reject(error);
      }
      if (this.gatherMs > 0 && this.waiting.length > 0 && this.waiting.length < this.most)
        await this.clock.sleep(this.gatherMs);
    }
    this.isBusy = false;
  }
}
