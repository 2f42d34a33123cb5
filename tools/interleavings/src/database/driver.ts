import type { ProcessRun } from '../schedule/process-run.js';
import type { Database } from './database.js';
import type { Gate } from './gate.js';
import { Session } from './session.js';

/** Which process uses the data source now, and through which gate; neither while it is set up. */
export interface User {
  life: ProcessRun | undefined;
  gate: Gate | undefined;
}

/** TypeORM asks in this way while it sets itself up. */
type Queried = (error: Error | undefined, result?: object) => void;
type Connected = (error: Error | undefined, connection?: object, release?: () => void) => void;

/** What TypeORM needs of `pg`: a pool whose connections ask the schedule. */
export const gatedDriver = (database: Database, user: User): object => ({
  Pool: class {
    on(): void {
      // the connections are ours: the pool has no errors to tell
    }

    /** Gives a connection at once where one is free: waiting for it must not be visible. */
    connect(connected: Connected): void {
      const client = database.take();
      if (client) return this.lend(client, connected);
      user.gate?.scheduler.begin();
      database
        .make()
        .then((made) => this.lend(made, connected), connected)
        .finally(() => user.gate?.scheduler.end());
    }

    private lend(client: NonNullable<ReturnType<Database['take']>>, connected: Connected): void {
      const session = new Session(client, user.gate, user.life, (free) => database.giveBack(free));
      const connection = {
        query: (text: string, rest?: unknown[] | Queried) => {
          if (typeof rest !== 'function') return session.query(text, rest);
          session.query(text).then((result) => rest(undefined, result), rest);
        },
        on: () => connection,
        removeListener: () => connection,
      };
      connected(undefined, connection, () => session.release());
    }

    end(ended: () => void): void {
      ended();
    }
  },
});
