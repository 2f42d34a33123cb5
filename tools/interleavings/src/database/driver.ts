import type pg from 'pg';
import type { ProcessRun } from '../simulation/scheduler.js';
import type { Database } from './database.js';
import type { Gate } from './gate.js';
import { Session } from './session.js';

/** The process that uses a data source, and its gate. Both are undefined during setup. */
export interface DataSourceUser {
  run: ProcessRun | undefined;
  gate: Gate | undefined;
}

/** TypeORM's callbacks during its setup. */
type OnQuery = (error: Error | undefined, result?: object) => void;
type OnConnect = (error: Error | undefined, connection?: object, release?: () => void) => void;

/** A caller of `connect`, and the process it belongs to. */
interface Caller {
  onConnect: OnConnect;
  run: ProcessRun | undefined;
}

/** Returns the part of `pg` that TypeORM uses: a pool whose statements are steps of the schedule. */
export const gatedDriver = (database: Database, user: DataSourceUser): object => ({
  Pool: class {
    private lent = 0;
    private readonly queue: Caller[] = [];

    constructor(private readonly options: { max: number }) {}

    on(): void {
      // the pool itself never emits errors
    }

    /** Lends a connection. If all that a process may have are lent, the caller waits for one, as in `pg`. */
    connect(onConnect: OnConnect): void {
      if (this.lent === this.options.max) return void this.queue.push({ onConnect, run: user.run });
      this.lent += 1;
      this.open(onConnect);
    }

    /** Lends a free connection synchronously. No step runs while a new one opens. */
    private open(onConnect: OnConnect): void {
      const client = database.take();
      if (client) return this.lend(client, onConnect);
      user.gate?.scheduler.begin();
      // a refused connection ends the worker: the service would take it for a database fault, which no seed draws
      void database
        .make()
        .then((opened) => this.lend(opened, onConnect))
        .finally(() => user.gate?.scheduler.end());
    }

    private lend(client: pg.Client, onConnect: OnConnect): void {
      const session = new Session(client, user.gate, user.run, (free) => this.takeBack(free));
      const connection = {
        query: (text: string, rest?: unknown[] | OnQuery) => {
          if (typeof rest !== 'function') return session.query(text, rest);
          session.query(text).then((result) => rest(undefined, result), rest);
        },
        on: () => connection,
        removeListener: () => connection,
      };
      onConnect(undefined, connection, () => session.release());
    }

    private takeBack(client: pg.Client): void {
      database.returnClient(client);
      let next = this.queue.shift();
      // callers of a process that was killed are gone with it
      while (next && (next.run !== user.run || next.run?.dead)) next = this.queue.shift();
      if (next) this.open(next.onConnect);
      else this.lent -= 1;
    }

    end(onEnd: () => void): void {
      onEnd();
    }
  },
});
