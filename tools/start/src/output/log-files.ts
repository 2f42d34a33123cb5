import { join } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

/** Each process has a current file and two older ones. */
const FILE_SIZE = '5M';
const OLDER_FILES = 2;
/** Lines beyond this are dropped when the disk does not keep up. */
const MAX_WAITING_BYTES = 1024 * 1024;
const RETRY_MS = 1000;

/** Writes each process's output to FOLDER/NAME.log, .log.1 and .log.2 with mode 600. */
export class LogFiles {
  readonly #streams = new Map<string, RotatingFileStream>();

  constructor(readonly folder: string) {}

  write(name: string, text: string): void {
    const stream = this.#streams.get(name) ?? this.#open(name);
    if (stream.writableLength <= MAX_WAITING_BYTES) stream.write(text);
  }

  /** Flushes and closes all files. */
  async close(): Promise<void> {
    const ends = [...this.#streams.values()].map((stream) => new Promise<void>((resolve) => stream.end(resolve)));
    await Promise.all(ends);
  }

  #open(name: string): RotatingFileStream {
    const file = (index: number | Date | null) => (index ? `${name}.log.${Number(index)}` : `${name}.log`);
    const stream = createStream(file, { path: this.folder, size: FILE_SIZE, rotate: OLDER_FILES, mode: 0o600 });
    // A full disk must not end the supervisor. The error destroys the stream; a later write opens the file again.
    stream.once('error', () => setTimeout(() => this.#streams.delete(name), RETRY_MS).unref());
    stream.on('error', () => undefined);
    this.#streams.set(name, stream);
    return stream;
  }
}

export const logFolder = (dataDir: string): string => join(dataDir, 'logs');
