import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AppError, Bus, Gauge, LOGGER, type Logger, unavailable } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { ResponseCache } from '../http/response-cache.js';
import { addressKey } from '../http/client-address.js';
import { eventFrame, ReconnectReplay, resetFrame } from './reconnect-replay.js';
import { SseClients } from './sse-clients.js';

/** Contract section 5, Live. A browser has one stream, so only a large network behind one IP address comes near. */
const MAX_STREAMS_PER_ADDRESS = 100;
const RETRY_AFTER_S = 15;

/** Counts this gateway's open streams by IPv4 address or IPv6 /64. */
export class StreamsByAddress {
  private readonly open = new Map<string, number>();

  /** Throws TOO_MANY_REQUESTS if the IP address has as many streams as it may have. */
  assertRoom(address: string): void {
    if ((this.open.get(addressKey(address)) ?? 0) < MAX_STREAMS_PER_ADDRESS) return;
    throw new AppError('TOO_MANY_REQUESTS', 'Too many open pages from your address. Please close some.', {
      retryAfterSeconds: RETRY_AFTER_S,
    });
  }

  /** Counts a stream until it closes. */
  add(stream: ServerResponse, address: string): void {
    const key = addressKey(address);
    this.open.set(key, (this.open.get(key) ?? 0) + 1);
    stream.once('close', () => {
      const left = (this.open.get(key) ?? 1) - 1;
      if (left > 0) this.open.set(key, left);
      else this.open.delete(key);
    });
  }
}

/** Polls the catalogue at this interval, because a `catalog.changed` event may get lost. */
const POLL_INTERVAL_MS = 1_000;
/** Events within this time after a poll share the next one. */
const DEBOUNCE_MS = 250;
const CALL_TIMEOUT_MS = 2_000;
const HEARTBEAT_INTERVAL_MS = 15_000;
const MAX_STREAMS = 10_000;
/** The next poll reads the rest. */
const MAX_READS_PER_POLL = 40;

const streams = new Gauge({ name: 'shop_live_streams', help: 'Browsers that follow the shop live' });

/**
 * Publishes the catalogue's live events to all streams of this gateway. One reader polls the catalogue, however many
 * streams are open. It clears the response cache before it sends an event, so that the reads which follow are fresh.
 */
@Injectable()
export class LiveHub implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly replay = new ReconnectReplay();
  private readonly clients = new SseClients((count) => streams.set(count));
  private readonly byAddress = new StreamsByAddress();
  private readonly timers: NodeJS.Timeout[] = [];
  private newest: number | undefined;
  private isPolling = false;
  private isPollWanted = false;
  private isStopping = false;

  constructor(
    private readonly bus: Bus,
    private readonly cache: ResponseCache,
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.poll();
    this.timers.push(setInterval(() => this.poll(), POLL_INTERVAL_MS));
    this.timers.push(setInterval(() => void this.clients.send(':\n\n'), HEARTBEAT_INTERVAL_MS));
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    this.timers.forEach(clearInterval);
    this.clients.end();
  }

  /** The id of the newest event; undefined until the catalogue has responded once. */
  get position(): number | undefined {
    return this.newest;
  }

  /** Clears the response cache and reads the new live events. Never throws. */
  catalogChanged(): void {
    this.cache.clear();
    this.poll();
  }

  /**
   * Throws UNAVAILABLE until the catalogue has responded once, and if too many streams are open; TOO_MANY_REQUESTS if the
   * IP address has too many.
   */
  assertOpen(address: string): void {
    if (this.newest === undefined || this.isStopping) throw unavailable('catalog');
    if (this.clients.size >= MAX_STREAMS) throw new AppError('UNAVAILABLE', 'Too many open pages. Please reload.');
    if (this.config.RATE_LIMIT === 'on') this.byAddress.assertRoom(address);
  }

  /** Opens a stream; ReconnectReplay says what it gets first. */
  follow(
    stream: ServerResponse,
    headers: Record<string, unknown>,
    address: string,
    lastEventId: string | undefined,
  ): void {
    stream.writeHead(200, {
      ...(headers as NodeJS.Dict<string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    stream.write(this.replay.opening(lastEventId, this.newest ?? 0));
    this.clients.add(stream);
    this.byAddress.add(stream, address);
  }

  private poll(): void {
    this.isPollWanted = true;
    if (!this.isPolling && !this.isStopping) void this.readWhileWanted();
  }

  private async readWhileWanted(): Promise<void> {
    this.isPolling = true;
    for (let read = 0; this.isPollWanted && read < MAX_READS_PER_POLL; read += 1) {
      this.isPollWanted = false;
      try {
        await this.publishNewEvents();
      } catch (error) {
        this.logger.debug({ err: error }, 'live events not read');
      }
      await pause(DEBOUNCE_MS);
    }
    this.isPolling = false;
  }

  private async publishNewEvents(): Promise<void> {
    const after = this.newest ?? null;
    const { last, events, isWhole } = await this.bus.call(
      'catalog.live-events',
      { after },
      { timeoutMs: CALL_TIMEOUT_MS },
    );
    if (after === null || !isWhole) this.replay.clear();
    this.replay.add(events);
    this.newest = events.at(-1)?.id ?? last;
    if (this.newest < last) this.isPollWanted = true;
    if (isWhole && events.length === 0 && after !== null) return;
    this.cache.clear();
    // no stream opens before the first read
    if (after === null) return;
    // wait for all writes: events that arrive meanwhile go out together
    await this.clients.send(isWhole ? events.map(eventFrame).join('') : resetFrame(this.newest));
  }
}
