import { firstValueFrom } from 'rxjs';
import type { ArgumentsHost } from '@nestjs/common';
import type { ErrorCode } from '@geodes/contracts';
import { AppError, MessageErrorFilter, unavailable } from '@geodes/kit';
import { ProcessRun } from '../schedule/process-run.js';
import type { RunContext } from '../schedule/run-context.js';

/** A process that answers messages of its service. */
export interface Answering {
  life: ProcessRun;
  /** Throws what the controller throws. */
  handle(subject: string, request: unknown): Promise<unknown>;
}

type Reply = { response: unknown } | { error: { code: ErrorCode; message: string; details?: unknown } };

/** How often the second copy of a message takes a longer way than the first. */
const COPY_LATE = 0.4;
const filter = new MessageErrorFilter();
const rpc = { getType: () => 'rpc' } as unknown as ArgumentsHost;

/** NATS as the shop sees it: requests to a service, taken by any of its processes; lost, late, twice or in any order. */
export class Network {
  private answers = 0;
  /** The youngest answer that each process has got so far. */
  private readonly newest = new Map<ProcessRun, number>();

  constructor(
    private readonly around: RunContext,
    private readonly processesOf: (service: string) => Answering[],
  ) {}

  /** As Bus.call, from a process's point of view. */
  call(from: ProcessRun, subject: string, request: unknown, timeoutMs: number): Promise<unknown> {
    const { scheduler, names } = this.around;
    const service = subject.split('.')[0] ?? subject;
    const title = `${subject} ${names.in(request)}`.trimEnd();
    const packet = JSON.stringify(request);
    return new Promise((resolve, reject) => {
      let over = false;
      const end = (settle: () => void) => {
        if (over) return;
        over = true;
        stopWaiting();
        settle();
      };
      const noAnswer = (reason: string) =>
        end(() => reject(Object.assign(unavailable(service), { cause: new Error(reason) })));
      const stopWaiting = scheduler.addTimer(`${from.name}: no answer to ${title}`, from, timeoutMs, () => {
        this.around.count('a call without an answer in time');
        noAnswer('timeout');
      });
      const answer = (by: ProcessRun, reply: Reply) => {
        if (over || by.dead) return;
        const number = (this.answers += 1);
        this.around.send(`${from.name}: answer of ${by.name} to ${title}`, from, () => {
          if (this.loses(from, service, 'answerLost')) return this.note('lost, the answer');
          if (number < (this.newest.get(from) ?? 0)) this.around.count('an answer overtaken by a younger one');
          else this.newest.set(from, number);
          end(() => ('response' in reply ? resolve(reply.response) : reject(asError(reply.error))));
        });
      };
      const deliver = (again: boolean) => {
        const arrive = () => {
          if (this.loses(from, service, 'messageLost')) return this.note('lost, the message');
          if (!again && this.around.random.chance(this.around.faults.messageTwice)) {
            this.around.count('a message that comes twice');
            deliver(true);
          }
          const taker = this.taker(service);
          if (!taker)
            return scheduler.add(`${from.name}: nobody takes ${title}`, from, () => noAnswer('no responders'));
          void this.handle(taker, subject, packet, title).then((reply) => answer(taker.life, reply));
        };
        const sent = `${from.name} → ${title}${again ? ' once more' : ''}`;
        this.around.send(sent, null, arrive, again ? COPY_LATE : 0);
      };
      deliver(false);
    });
  }

  private taker(service: string): Answering | undefined {
    const alive = this.processesOf(service).filter(({ life }) => !life.dead);
    return alive.length === 0 ? undefined : this.around.random.pick(alive);
  }

  /** A process that is stopped finds the message when it goes on. */
  private async handle({ life, handle }: Answering, subject: string, packet: string, title: string): Promise<Reply> {
    const { scheduler } = this.around;
    if (life.paused) await new Promise<void>((resolve) => scheduler.add(`${life.name} finds ${title}`, life, resolve));
    else this.note(`taken by ${life.name}`);
    try {
      return { response: json(await handle(subject, JSON.parse(packet))) };
    } catch (error) {
      const told = await firstValueFrom(filter.catch(error, rpc)).catch((reason: unknown) => reason);
      if (!(error instanceof AppError)) this.around.count(`an error in ${subject}: ${String(error).slice(0, 80)}`);
      return { error: json(told) as AppError };
    }
  }

  private loses(from: ProcessRun, service: string, fault: 'messageLost' | 'answerLost'): boolean {
    const isCut = this.around.outages.has(`${from.name.split('#')[0]}-${service}`);
    if (!isCut && !this.around.random.chance(this.around.faults[fault])) return false;
    this.around.count(fault === 'messageLost' ? 'a message lost' : 'an answer lost');
    return true;
  }

  private note(what: string): void {
    this.around.scheduler.note(`    ${what}`);
  }
}

const asError = ({ code, message, details }: { code: ErrorCode; message: string; details?: unknown }) =>
  new AppError(code, message, details);

const json = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
