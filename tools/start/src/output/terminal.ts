import { constants, openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { blue, bold, cyan, dim, green, magenta, red, yellow } from 'yoctocolors';
import type { LogFiles } from './log-files.js';
import { type LinePaints, type LogLevel, readableLine } from './readable-line.js';

type Paint = (text: string) => string;
const PREFIX_COLOURS: Paint[] = [cyan, magenta, yellow, green, blue];
const MAX_LINE = 32_768;
const MAX_WAITING_BYTES = 1024 * 1024;
const RETRY_MS = 50;
const PREFIX_WIDTH = 16;

interface OutputOptions {
  /** Lines to leave out. */
  hiddenLines?: RegExp | undefined;
  /** Receives every chunk, hidden lines included. */
  onOutput?: (piece: string) => void;
}

/**
 * Writes to standard output without blocking the supervisor. Node writes to pipes synchronously, so a reader that stops
 * reading would stop the supervisor and every restart. Lines wait in a bounded queue that drops the oldest.
 */
export class Terminal {
  readonly #colour = process.stdout.isTTY === true;
  readonly #fd = nonBlockingStdout();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #colours = new Map<string, Paint>();
  readonly #paints: LinePaints = {
    problem: (text) => this.#paint(red, text),
    warning: (text) => this.#paint(yellow, text),
    faint: (text) => this.faint(text),
  };
  #logs: { logs: LogFiles; level: LogLevel } | undefined;

  /** Whether standard output is a terminal. */
  get isForPeople(): boolean {
    return this.#colour;
  }

  /** Prints one line of the supervisor. */
  say(text: string): void {
    this.#write(Buffer.from(`${text}\n`));
  }

  problem(text: string): void {
    this.#write(Buffer.from(`${this.#paint(red, text)}\n`));
  }

  strong(text: string): string {
    return this.#paint(bold, text);
  }

  faint(text: string): string {
    return this.#paint(dim, text);
  }

  /**
   * On a terminal, writes process output to `logs` and prints only lines of at least `level`, formatted. Elsewhere it
   * changes nothing: a pipe or a file receives every line unchanged.
   */
  redirectToFiles(logs: LogFiles, level: LogLevel): void {
    if (this.#colour) this.#logs = { logs, level };
  }

  /** Prints the output of a process: formatted on a terminal, else the JSON lines unchanged. */
  follow(name: string, stream: Readable, { hiddenLines, onOutput }: OutputOptions = {}): void {
    const toFiles = this.#logs;
    const prefix = toFiles || hiddenLines ? `${this.#prefix(name)} ` : '';
    const readable = (line: string) => (toFiles ? readableLine(line, toFiles.level, this.#paints) : line);
    let rest = '';
    const print = (lines: string[]) => {
      const shown = lines.filter((line) => !hiddenLines?.test(line)).flatMap((line) => readable(line) ?? []);
      // One write for all lines: a busy gateway prints thousands a second, and each write is a system call.
      if (shown.length > 0) this.#write(Buffer.from(shown.map((line) => `${prefix}${line}\n`).join('')));
    };
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      onOutput?.(chunk);
      toFiles?.logs.write(name, chunk);
      const end = chunk.lastIndexOf('\n') + 1;
      const text = end > 0 ? rest + chunk.slice(0, end) : '';
      rest = end > 0 ? chunk.slice(end) : rest + chunk;
      if (prefix) print(text.split('\n').slice(0, -1));
      else if (text) this.#write(Buffer.from(text));
      if (rest.length <= MAX_LINE) return;
      print([rest]);
      rest = '';
    });
    stream.on('end', () => rest && print([rest]));
    stream.on('error', () => undefined);
  }

  /** Waits up to `ms` for a slow reader to take the queued lines. */
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

  #write(bytes: Buffer): void {
    if (this.#fd === undefined) {
      process.stdout.write(bytes);
      return;
    }
    this.#queue(bytes);
    if (!this.#timer) this.#drain(this.#fd);
  }

  #queue(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    while (this.#waitingBytes > MAX_WAITING_BYTES && this.#waiting.length > 1) {
      const oldest = this.#waiting.shift() ?? bytes;
      this.#waitingBytes -= oldest.length;
      this.#dropped += oldest.toString().split('\n').length - 1;
    }
  }

  #drain(fd: number): void {
    this.#timer = undefined;
    if (this.#dropped > 0) {
      const note = Buffer.from(`… ${this.#dropped} lines were dropped: the reader was too slow\n`);
      this.#waiting.unshift(note);
      this.#waitingBytes += note.length;
    }
    this.#dropped = 0;
    for (let bytes = this.#waiting[0]; bytes; bytes = this.#waiting[0]) {
      try {
        const written = writeSync(fd, bytes);
        this.#waitingBytes -= written;
        if (written === bytes.length) this.#waiting.shift();
        else this.#waiting[0] = bytes.subarray(written);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
          // The reader has closed the pipe.
          this.#waiting = [];
          this.#waitingBytes = 0;
          return;
        }
        this.#timer = setTimeout(() => this.#drain(fd), RETRY_MS).unref();
        return;
      }
    }
  }
}

/** Opens the same pipe, file or terminal again, because O_NONBLOCK on fd 1 would affect other processes that share it. */
function nonBlockingStdout(): number | undefined {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  if (process.platform !== 'linux') return undefined;
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_APPEND);
  } catch {
    // A socket cannot be opened again, and Node does not block on sockets.
    return undefined;
  }
}

const QUIET_MS = 1000;
const REMIND_MS = 10_000;

/** `4.2 s` */
export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Runs one step of the start. Prints its title after a second, a reminder every ten seconds, and its duration. */
export async function runStep<Result>(
  terminal: Terminal,
  title: string | (() => string),
  run: () => Promise<Result>,
): Promise<Result> {
  const began = Date.now();
  const titleNow = () => (typeof title === 'string' ? title : title());
  const say = setTimeout(() => terminal.say(`  ${titleNow()} …`), QUIET_MS);
  const remind = setInterval(
    () => terminal.say(`  still ${titleNow()} (${formatSeconds(Date.now() - began)})`),
    REMIND_MS,
  );
  try {
    const result = await run();
    terminal.say(`✓ ${titleNow()} ${terminal.faint(formatSeconds(Date.now() - began))}`);
    return result;
  } finally {
    clearTimeout(say);
    clearInterval(remind);
  }
}
