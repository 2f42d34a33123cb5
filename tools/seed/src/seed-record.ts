import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Raised when half of an old demo catalogue and half of a new one would not fit together. */
const VERSION = 1;

interface Written {
  version: number;
  startedAt: number;
  count: number;
  complete: boolean;
  pictures: [name: string, objectPath: string][];
  listed: number[];
  shown: string[];
}

/** How far the seed has come, in DATA_DIR/seed.json: a killed seed continues there. Written whole, never half. */
export class SeedRecord {
  complete: boolean;
  private readonly pictures: Map<string, string>;
  private readonly listed: Set<number>;
  private readonly shown: Set<string>;

  private constructor(
    private readonly file: string,
    /** How many geodes it is about. */
    readonly count: number,
    /** When the seed first ran, ms since 1970: dates of listings count back from it. */
    readonly startedAt: number,
    before?: Written,
  ) {
    this.complete = before?.complete ?? false;
    this.pictures = new Map(before?.pictures);
    this.listed = new Set(before?.listed);
    this.shown = new Set(before?.shown);
  }

  /** Undefined where there is none, or none that this version understands. */
  static find(dataDir: string): SeedRecord | undefined {
    const file = join(dataDir, 'seed.json');
    try {
      const before = JSON.parse(readFileSync(file, 'utf8')) as Written;
      if (before.version !== VERSION) return undefined;
      return new SeedRecord(file, before.count, before.startedAt, before);
    } catch {
      return undefined;
    }
  }

  /** Written at once, so that whoever finds it unfinished continues. */
  static begin(dataDir: string, count: number, now: number): SeedRecord {
    const record = new SeedRecord(join(dataDir, 'seed.json'), count, now);
    record.write();
    return record;
  }

  picture(name: string): string | undefined {
    return this.pictures.get(name);
  }

  keepPicture(name: string, objectPath: string): void {
    this.pictures.set(name, objectPath);
    this.write();
  }

  /** Whether listing `n` was handed to the catalogue; it is not handed over again, lest the owner has deleted it. */
  isListed(n: number): boolean {
    return this.listed.has(n);
  }

  keepListed(numbers: number[]): void {
    for (const n of numbers) this.listed.add(n);
    this.write();
  }

  isShown(id: string): boolean {
    return this.shown.has(id);
  }

  keepShown(id: string): void {
    this.shown.add(id);
    this.write();
  }

  finish(): void {
    this.complete = true;
    this.write();
  }

  private write(): void {
    const { count, startedAt, complete } = this;
    const lists = { pictures: [...this.pictures], listed: [...this.listed], shown: [...this.shown] };
    const written: Written = { version: VERSION, startedAt, count, complete, ...lists };
    mkdirSync(dirname(this.file), { recursive: true });
    const next = `${this.file}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify(written)}\n`);
    renameSync(next, this.file);
  }
}
