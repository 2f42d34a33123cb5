import { constants, openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { blue, bold, cyan, dim, green, magenta, red, yellow } from 'yoctocolors';

type Paint = (text: string) => string;
const PREFIX_COLOURS: Paint[] = [cyan, magenta, yellow, green, blue];
const LONGEST_LINE = 32_768;
const MOST_WAITING_LINES = 5000;
const RETRY_MS = 50;
const PREFIX_WIDTH = 16;

/**
 * Standard output that never makes the supervisor wait. Node writes to pipes synchronously, so a reader that stops
 * reading would stop the supervisor too, and nothing would be restarted any more: lines that find no room wait in a
 * bounded queue, then the oldest are dropped.
 */
export class Terminal {
  readonly #colour = process.stdout.isTTY === true;
  readonly #fd = nonBlockingStdout();
  #waiting: Buffer[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #colours = new Map<string, Paint>();

  /** One line of the supervisor itself. */
  say(text: string): void {
    this.#write(`${text}\n`);
  }

  problem(text: string): void {
    this.#write(`${this.#paint(red, text)}\n`);
  }

  strong(text: string): string {
    return this.#paint(bold, text);
  }

  faint(text: string): string {
    return this.#paint(dim, text);
  }

  /** Prints what a process says, line by line, behind its name, except those that `show` refuses. */
  follow(name: string, stream: Readable, show: (line: string) => boolean = () => true): void {
    let rest = '';
    const emit = (line: string) => {
      if (show(line)) this.#write(`${this.#prefix(name)} ${line}\n`);
    };
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) emit(line.slice(0, LONGEST_LINE));
      if (rest.length > LONGEST_LINE) {
        emit(rest);
        rest = '';
      }
    });
    stream.on('end', () => rest && emit(rest));
    stream.on('error', () => undefined);
  }

  /** Gives a slow reader a last chance; waits at most `ms` milliseconds. */
  async flush(ms: number): Promise<void> {
    const until = Date.now() + ms;
    while (this.#waiting.length > 0 && Date.now() < until) await sleep(RETRY_MS);
  }

  #prefix(name: string): string {
    const known = this.#colours.get(name) ?? PREFIX_COLOURS[this.#colours.size % PREFIX_COLOURS.length] ?? dim;
    this.#colours.set(name, known);
    return this.#paint(known, `${name.padEnd(PREFIX_WIDTH)} |`);
  }

  #paint(paint: Paint, text: string): string {
    return this.#colour ? paint(text) : text;
  }

  #write(text: string): void {
    if (this.#fd === undefined) {
      process.stdout.write(text);
      return;
    }
    this.#waiting.push(Buffer.from(text));
    if (this.#waiting.length > MOST_WAITING_LINES) {
      this.#waiting.shift();
      this.#dropped += 1;
    }
    if (!this.#timer) this.#drain(this.#fd);
  }

  #drain(fd: number): void {
    this.#timer = undefined;
    if (this.#dropped > 0)
      this.#waiting.unshift(Buffer.from(`… ${this.#dropped} lines were dropped: nobody read them\n`));
    this.#dropped = 0;
    for (let bytes = this.#waiting[0]; bytes; bytes = this.#waiting[0]) {
      try {
        const written = writeSync(fd, bytes);
        if (written === bytes.length) this.#waiting.shift();
        else this.#waiting[0] = bytes.subarray(written);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
          // the reader is gone: the shop goes on without it
          this.#waiting = [];
          return;
        }
        this.#timer = setTimeout(() => this.#drain(fd), RETRY_MS).unref();
        return;
      }
    }
  }
}

/** The same pipe, file or terminal opened once more, so that only our end of it does not block. */
function nonBlockingStdout(): number | undefined {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  if (process.platform !== 'linux') return undefined;
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_APPEND);
  } catch {
    // a socket cannot be opened again, and Node does not block on those
    return undefined;
  }
}
