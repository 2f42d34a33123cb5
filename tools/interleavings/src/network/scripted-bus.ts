import type { Reply, Request, Subject } from '@geodes/contracts';
import { Bus, type CallOptions, type Logger } from '@geodes/kit';
import type { ProcessRun } from '../schedule/process-run.js';
import type { Network } from './network.js';

const DEFAULT_TIMEOUT_MS = 5_000;

/** A process's bus, with the scripted network in the place of NATS. */
export class ScriptedBus extends Bus {
  constructor(
    private readonly network: Network,
    private readonly life: ProcessRun,
    logger: Logger,
  ) {
    super('', logger);
  }

  override call<S extends Subject>(subject: S, request: Request<S>, options: CallOptions = {}): Promise<Reply<S>> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    return this.network.call(this.life, subject, request, timeoutMs) as Promise<Reply<S>>;
  }

  /** Events only hasten what a time limit does anyway. */
  override emit(): void {
    // nobody listens here
  }
}
