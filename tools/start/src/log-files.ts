import { join } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

/** Of each process: the file that is written, and two older ones. */
const FILE_SIZE = '5M';
const OLDER_FILES = 2;
/** A disk that does not keep up loses lines; the shop goes on. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Keeps the output of each process in FOLDER/NAME.log, NAME.log.1 and NAME.log.2, readable by the owner of the shop alone. */
export class LogFiles {
  readonly #streams = new Map<string, RotatingFileStream>();

  constructor(readonly folder: string) {}

  write(name: string, text: string): void {
    const stream = this.#streams.get(name) ?? this.#open(name);
    if (stream.writableLength <= MAX_WAITING_BYTES) stream.write(text);
  }

  /** Writes what is still waiting. */
  async close(): Promise<void> {
    const ends = [...this.#streams.values()].map((stream) => new Promise<void>((resolve) => stream.end(resolve)));
    await Promise.all(ends);
  }

  #open(name: string): RotatingFileStream {
    const file = (index: number | Date | null) => (index ? `${name}.log.${Number(index)}` : `${name}.log`);
    const stream = createStream(file, { path: this.folder, size: FILE_SIZE, rotate: OLDER_FILES, mode: 0o600 });
    // a full disk must not end the supervisor
    stream.on('error', () => undefined);
    this.#streams.set(name, stream);
    return stream;
  }
}

export const logFolder = (dataDir: string): string => join(dataDir, 'logs');
