import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type Logger, LOGGER, requestContext } from '@geodes/kit';
import type { Column } from './columns.js';
import { csvOf } from './csv.js';
import { exportRows, type ReadPage } from './export-rows.js';

/** In one gateway; each session has one. */
const AT_ONCE = 4;
/** Who takes nothing for so long has gone, or has forgotten about it. */
const STALLED_MS = 120_000;

export interface Export<T> {
  /** Stands in the name of the file. */
  name: string;
  columns: readonly Column<T>[];
  read: ReadPage<T>;
}

/** Sends whole tables as files. What is in memory of one is a page, however long it is. */
@Injectable()
export class Exports {
  private readonly running = new Set<string>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /**
   * Throws TOO_MANY_REQUESTS while the session has another one running, and what the first page throws. What fails
   * later cuts the connection: no browser takes that for a whole file. HEAD tells whether GET would begin.
   */
  async send<T>(request: FastifyRequest, reply: FastifyReply, wanted: Export<T>): Promise<void> {
    const session = request.ownerSession ?? '';
    if (this.running.has(session) || this.running.size >= AT_ONCE) throw busy();
    this.running.add(session);
    let isBegun = false;
    try {
      const first = await wanted.read(null);
      void reply.type('text/csv; charset=utf-8');
      void reply.header('Content-Disposition', `attachment; filename="${fileName(wanted.name)}"`);
      if (request.method === 'HEAD') return void reply.send('');
      void reply.send(this.begin(session, wanted, first));
      isBegun = true;
    } finally {
      if (!isBegun) this.running.delete(session);
    }
  }

  private begin<T>(session: string, { name, columns, read }: Export<T>, first: Awaited<ReturnType<ReadPage<T>>>) {
    const context = requestContext.current();
    const inContext: ReadPage<T> = (after) => (context ? requestContext.run(context, () => read(after)) : read(after));
    const stalled = setTimeout(() => csv.destroy(new Error('nobody takes the export')), STALLED_MS);
    const count = { rows: 0 };
    const csv = csvOf(
      columns,
      (async function* () {
        for await (const row of exportRows(first, inContext)) {
          count.rows += 1;
          stalled.refresh();
          yield row;
        }
      })(),
    );
    const began = performance.now();
    csv.once('close', () => {
      clearTimeout(stalled);
      this.running.delete(session);
      const line = { name, session, ...count, ms: Math.round(performance.now() - began) };
      if (csv.readableEnded) this.logger.info(line, 'exported');
      else this.logger.warn({ ...line, reason: csv.errored?.message }, 'export broken off');
    });
    return csv;
  }
}

/** The shop's own day. */
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago', dateStyle: 'short' });
const fileName = (name: string): string => `midwest-geodes-${name}-${day.format(new Date())}.csv`;

const busy = () =>
  new AppError('TOO_MANY_REQUESTS', 'An export is still running. Please start this one when it has ended.', {
    retryAfterSeconds: 10,
  });
