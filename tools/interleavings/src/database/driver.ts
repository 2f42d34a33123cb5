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

/** Returns the part of `pg` that TypeORM uses: a pool whose statements are steps of the schedule. */
export const gatedDriver = (database: Database, user: DataSourceUser): object => ({
  Pool: class {
    on(): void {
      // the pool itself never emits errors
    }

    /** Lends a free connection synchronously. No step runs while a new one opens. */
    connect(onConnect: OnConnect): void {
      const client = database.take();
      if (client) return this.lend(client, onConnect);
      user.gate?.scheduler.begin();
      // a refused connection ends the worker: the service would take it for a database fault, which no seed draws
      void database
        .make()
        .then((opened) => this.lend(opened, onConnect))
        .finally(() => user.gate?.scheduler.end());
    }

    private lend(client: NonNullable<ReturnType<Database['take']>>, onConnect: OnConnect): void {
      const session = new Session(client, user.gate, user.run, (free) => database.returnClient(free));
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

    end(onEnd: () => void): void {
      onEnd();
    }
  },
});
