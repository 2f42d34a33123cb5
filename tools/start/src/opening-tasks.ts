import type { ServerPlan, ServerUrls } from '@geodes/servers/watch';
import type { Config } from './config.js';
import type { WithDatabase } from './databases.js';

/** What is done once while the shop opens, by a process that ends then: see `Opening`. */
export interface OpeningTasks {
  readConfig(environment: Record<string, string | undefined>): Promise<Config>;
  /** Prepares the servers that are not given. */
  provision(
    dataDir: string,
    reservedPorts: number[],
    given: Partial<ServerUrls>,
  ): Promise<{ processes: ServerPlan[]; urls: ServerUrls }>;
  makeDatabases(adminUrl: string, dataDir: string, isOurs: boolean): Promise<Record<WithDatabase, string>>;
  /** Makes the bucket in a given object store where it is missing. */
  makeBucket(access: ServerUrls['s3']): Promise<void>;
}

export type Task = keyof OpeningTasks;
export type Ask = { [T in Task]: { task: T; with: Parameters<OpeningTasks[T]> } }[Task];

/** An error on its way to the supervisor: what `explain` there looks at. */
export interface Failure {
  message: string;
  name: string;
  code?: string;
}
export type Tell = { progress: string } | { done: unknown } | { failed: Failure };
