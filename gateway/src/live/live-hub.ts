import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AppError, Bus, Gauge, LOGGER, type Logger, unavailable } from '@geodes/kit';
import { ResponseCache } from '../http/response-cache.js';
import { SseClients } from './sse-clients.js';
import { frame, ReplayBuffer } from './replay-buffer.js';

/** A hint may be lost: so often it is looked without one, milliseconds. */
const LOOK_INTERVAL_MS = 1_000;
/** What happens within so many milliseconds after a look is asked for together. */
const TOGETHER_MS = 100;
const CALL_TIMEOUT_MS = 2_000;
const HEARTBEAT_MS = 15_000;
const MAX_STREAMS = 10_000;
/** In one go; what is left comes with the next look. */
const MAX_ROUNDS = 40;
const RECONNECT_AFTER_MS = 1_000;

const streams = new Gauge({ name: 'shop_live_streams', help: 'Browsers that follow the shop live' });

/**
 * Tells all browsers of this gateway what changed: one reader of the catalogue's events, whatever the number of
 * browsers. Before they hear of a change, replies that were made before it are forgotten.
 */
@Injectable()
export class LiveHub implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recent = new ReplayBuffer();
  private readonly browsers = new SseClients((count) => streams.set(count));
  private readonly timers: NodeJS.Timeout[] = [];
  /** The number of the last event told; undefined until the catalogue has answered once. */
  private last: number | undefined;
  private isLooking = false;
  private isHinted = false;
  private isStopping = false;

  constructor(
    private readonly bus: Bus,
    private readonly replies: ResponseCache,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.look();
    this.timers.push(setInterval(() => this.look(), LOOK_INTERVAL_MS));
    this.timers.push(setInterval(() => void this.browsers.send(':\n\n'), HEARTBEAT_MS));
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    this.timers.forEach(clearInterval);
    this.browsers.end();
  }

  /** The number of the last event told; undefined while the catalogue has not answered yet. */
  get position(): number | undefined {
    return this.last;
  }

  /** Something changed, or may have. Never throws. */
  look(): void {
    this.isHinted = true;
    if (!this.isLooking && !this.isStopping) void this.catchUp();
  }

  /** Throws UNAVAILABLE while the catalogue has not answered yet, and where there are too many browsers already. */
  assertOpen(): void {
    if (this.last === undefined || this.isStopping) throw unavailable('catalog');
    if (this.browsers.size >= MAX_STREAMS) throw new AppError('UNAVAILABLE', 'Too many open pages. Please reload.');
  }

  /** Lets a browser follow; one that comes back first gets what it missed since `seen`, or a `reset`. */
  follow(browser: ServerResponse, headers: Record<string, unknown>, seen: string | undefined): void {
    browser.writeHead(200, {
      ...(headers as NodeJS.Dict<string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    browser.write(`retry: ${RECONNECT_AFTER_MS}\n\n${this.missed(seen, this.last ?? 0)}`);
    this.browsers.add(browser);
  }

  private missed(seen: string | undefined, last: number): string {
    if (seen === undefined) return `id: ${last}\n\n`;
    return this.recent.after(seen, last) ?? reset(last);
  }

  private async catchUp(): Promise<void> {
    this.isLooking = true;
    for (let round = 0; this.isHinted && round < MAX_ROUNDS; round += 1) {
      this.isHinted = false;
      try {
        await this.tellNews();
      } catch (error) {
        this.logger.debug({ err: error }, 'no live events');
      }
      await pause(TOGETHER_MS);
    }
    this.isLooking = false;
  }

  private async tellNews(): Promise<void> {
    const after = this.last ?? null;
    const { last, events, isWhole } = await this.bus.call(
      'catalog.live-events',
      { after },
      { timeoutMs: CALL_TIMEOUT_MS },
    );
    if (after === null || !isWhole) this.recent.clear();
    this.recent.add(events);
    this.last = events.at(-1)?.id ?? last;
    if (this.last < last) this.isHinted = true;
    if (isWhole && events.length === 0 && after !== null) return;
    this.replies.drop();
    // nobody follows yet
    if (after === null) return;
    // what comes meanwhile is told in one go
    await this.browsers.send(isWhole ? events.map(frame).join('') : reset(this.last));
  }
}

/** The page asks for all it shows again. */
const reset = (last: number): string => `id: ${last}\nevent: reset\ndata: {}\n\n`;
