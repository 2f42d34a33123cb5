import type { Readable, Writable } from 'node:stream';

/** What a command uses of its process. */
export interface CommandDeps {
  env: Record<string, string | undefined>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
}
