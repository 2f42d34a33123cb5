import { createReadStream } from 'node:fs';
import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Change } from './ledger.js';

const NEWLINE = 0x0a;
/** Payments name buyers. */
const OWNER_ONLY = 0o600;
const SYNC_INTERVAL_MS = 1_000;

/** Counts the bytes up to the last line end: a killed writer may have left half a line after it. */
const wholeLines = async (file: FileHandle): Promise<number> => {
  const { size } = await file.stat();
  const block = Buffer.alloc(64 * 1024);
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - block.length);
    const { bytesRead } = await file.read(block, 0, end - start, start);
    const newline = block.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (newline >= 0) return start + newline + 1;
    end = start;
  }
  return 0;
};

/**
 * An append-only file of changes, one JSON line each. A line is passed to the operating system before the response, so it
 * survives a killed process. It is flushed to the disk within a second.
 */
export class Journal {
  private buffer: string[] = [];
  private waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  private writing: Promise<void> | undefined;
  private unsynced = false;
  private readonly syncTimer: NodeJS.Timeout;

  private constructor(
    private readonly path: string,
    private file: FileHandle,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.syncTimer = setInterval(() => void this.sync(), SYNC_INTERVAL_MS).unref();
  }

  /**
   * Opens or creates the file and passes every change to `replay`. Truncates an incomplete last line. Throws an Error that
   * names an earlier unreadable line. Calls `onFailure` when the disk refuses writes; no call is answered from then on.
   */
  static async open(
    path: string,
    replay: (change: Change) => void,
    onFailure: (error: unknown) => void,
  ): Promise<{ journal: Journal; lines: number; bytes: number }> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'a+', OWNER_ONLY);
    const bytes = await wholeLines(file);
    await file.truncate(bytes);
    let lines = 0;
    if (bytes > 0) {
      for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
        lines += 1;
        try {
          replay(JSON.parse(line) as Change);
        } catch {
          await file.close();
          throw new Error(`Line ${lines} of ${path} cannot be read. Move the file away to begin with an empty ledger.`);
        }
      }
    }
    return { journal: new Journal(path, file, onFailure), lines, bytes };
  }

  append(change: Change): void {
    this.buffer.push(`${JSON.stringify(change)}\n`);
    this.writing ??= this.write();
  }

  /** Resolves when the operating system has all lines appended so far. */
  written(): Promise<void> {
    if (!this.writing) return Promise.resolve();
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  /** Atomically replaces the journal with a shorter equivalent one. */
  async replaceWith(changes: Iterable<Change>): Promise<void> {
    const shorter = `${this.path}.new`;
    const file = await open(shorter, 'w', OWNER_ONLY);
    let lines: string[] = [];
    for (const change of changes) {
      lines.push(`${JSON.stringify(change)}\n`);
      if (lines.length === 1_000) {
        await file.appendFile(lines.join(''));
        lines = [];
      }
    }
    await file.appendFile(lines.join(''));
    await file.sync();
    await file.close();
    await rename(shorter, this.path);
    await this.file.close();
    this.file = await open(this.path, 'a');
  }

  async close(): Promise<void> {
    clearInterval(this.syncTimer);
    await this.writing;
    await this.sync();
    await this.file.close();
  }

  /** Writes all lines that were appended during the previous write. */
  private async write(): Promise<void> {
    await new Promise(setImmediate);
    while (this.buffer.length > 0 || this.waiting.length > 0) {
      const lines = this.buffer;
      const waiting = this.waiting;
      this.buffer = [];
      this.waiting = [];
      try {
        if (lines.length > 0) {
          await this.file.appendFile(lines.join(''));
          this.unsynced = true;
        }
        for (const { resolve } of waiting) resolve();
      } catch (error) {
        for (const { reject } of waiting) reject(error);
        this.onFailure(error);
        break;
      }
    }
    this.writing = undefined;
  }

  private async sync(): Promise<void> {
    if (!this.unsynced) return;
    this.unsynced = false;
    await this.file.datasync().catch(this.onFailure);
  }
}
