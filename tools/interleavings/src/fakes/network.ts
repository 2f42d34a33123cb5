import { firstValueFrom } from 'rxjs';
import type { ArgumentsHost } from '@nestjs/common';
import type { ErrorCode, Reply, Request, Subject } from '@geodes/contracts';
import { AppError, MessageErrorFilter, unavailable, Bus, type CallOptions, type Logger } from '@geodes/kit';
import type { RunContext } from '../simulation/run-context.js';
import { ProcessRun } from '../simulation/scheduler.js';

/** A process that responds to its service's messages. */
export interface Responder {
  run: ProcessRun;
  /** Rejects with the controller's error. */
  handle(subject: string, request: unknown): Promise<unknown>;
}

type ServiceReply = { response: unknown } | { error: { code: ErrorCode; message: string; details?: unknown } };

/** Probability that the second copy of a message is late. */
const LATE_COPY = 0.4;
const filter = new MessageErrorFilter();
const rpc = { getType: () => 'rpc' } as unknown as ArgumentsHost;

/** Fakes NATS. Any process of a service takes a request. Messages may be lost, late, duplicated or reordered. */
export class Network {
  private replies = 0;
  /** Number of the newest reply that each process has received. */
  private readonly newest = new Map<ProcessRun, number>();

  constructor(
    private readonly context: RunContext,
    private readonly processesOf: (service: string) => Responder[],
  ) {}

  /** Fakes `Bus.call` of one process. Rejects with UNAVAILABLE when no reply arrives within `timeoutMs`. */
  call(from: ProcessRun, subject: string, request: unknown, timeoutMs: number): Promise<unknown> {
    const { scheduler, names } = this.context;
    const service = subject.split('.')[0] ?? subject;
    const title = `${subject} ${names.in(request)}`.trimEnd();
    const packet = JSON.stringify(request);
    return new Promise((resolve, reject) => {
      let settled = false;
      const end = (settle: () => void) => {
        if (settled) return;
        settled = true;
        stopWaiting();
        settle();
      };
      const fail = (reason: string) =>
        end(() => reject(Object.assign(unavailable(service), { cause: new Error(reason) })));
      const stopWaiting = scheduler.addTimer(`${from.name}: no answer to ${title}`, from, timeoutMs, () => {
        this.context.count('a call that timed out');
        fail('timeout');
      });
      const respond = (by: ProcessRun, reply: ServiceReply) => {
        if (settled || by.dead) return;
        const number = (this.replies += 1);
        this.context.send(`${from.name}: answer of ${by.name} to ${title}`, from, () => {
          if (this.loses(from, service, 'answerLost')) return this.note('the response is lost');
          if (number < (this.newest.get(from) ?? 0)) this.context.count('a response overtaken by a newer one');
          else this.newest.set(from, number);
          end(() => ('response' in reply ? resolve(reply.response) : reject(asError(reply.error))));
        });
      };
      const deliver = (isCopy: boolean) => {
        const arrive = () => {
          if (this.loses(from, service, 'messageLost')) return this.note('the message is lost');
          if (!isCopy && this.context.random.chance(this.context.faults.messageTwice)) {
            this.context.count('a message delivered twice');
            deliver(true);
          }
          const taker = this.taker(service);
          if (!taker)
            return scheduler.add(`${from.name}: no process takes ${title}`, from, () => fail('no responders'));
          void this.handle(taker, subject, packet, title).then((reply) => respond(taker.run, reply));
        };
        const sent = `${from.name} → ${title}${isCopy ? ' once more' : ''}`;
        this.context.send(sent, null, arrive, isCopy ? LATE_COPY : 0);
      };
      deliver(false);
    });
  }

  private taker(service: string): Responder | undefined {
    const alive = this.processesOf(service).filter(({ run }) => !run.dead);
    return alive.length === 0 ? undefined : this.context.random.pick(alive);
  }

  /** A paused process takes the message when it resumes. */
  private async handle(
    { run, handle }: Responder,
    subject: string,
    packet: string,
    title: string,
  ): Promise<ServiceReply> {
    const { scheduler } = this.context;
    if (run.paused) await new Promise<void>((resolve) => scheduler.add(`${run.name} finds ${title}`, run, resolve));
    else this.note(`taken by ${run.name}`);
    try {
      return { response: json(await handle(subject, JSON.parse(packet))) };
    } catch (error) {
      const reply = await firstValueFrom(filter.catch(error, rpc)).catch((reason: unknown) => reason);
      return { error: json(reply) as AppError };
    }
  }

  private loses(from: ProcessRun, service: string, fault: 'messageLost' | 'answerLost'): boolean {
    const isCut = this.context.outages.has(`${from.name.split('#')[0]}-${service}`);
    if (!isCut && !this.context.random.chance(this.context.faults[fault])) return false;
    this.context.count(fault === 'messageLost' ? 'a message lost' : 'a response lost');
    return true;
  }

  private note(what: string): void {
    this.context.scheduler.note(`    ${what}`);
  }
}

const asError = ({ code, message, details }: { code: ErrorCode; message: string; details?: unknown }) =>
  new AppError(code, message, details);

const json = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

const DEFAULT_TIMEOUT_MS = 5_000;

/** The bus of one process, on the fake network. */
export class ScriptedBus extends Bus {
  constructor(
    private readonly network: Network,
    private readonly run: ProcessRun,
    logger: Logger,
  ) {
    super('', logger);
  }

  override call<S extends Subject>(subject: S, request: Request<S>, options: CallOptions = {}): Promise<Reply<S>> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    return this.network.call(this.run, subject, request, timeoutMs) as Promise<Reply<S>>;
  }

  /** Drops live events: they only speed up what periodic tasks do anyway. */
  override emit(): void {
    // no process subscribes
  }
}
