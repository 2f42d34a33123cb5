import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SeedConfig } from './config.js';
import type { Shop } from './shop/shop.js';

/** Increase it when halves of an old and a new demo catalogue would not fit together. */
const VERSION = 1;
/** Between two lines of progress. */
const REPORT_INTERVAL_MS = 5_000;

interface SeedFile {
  version: number;
  startedAt: number;
  count: number;
  complete: boolean;
  pictures: [name: string, objectPath: string][];
  listed: number[];
  shown: string[];
}

/** The seed's progress in DATA_DIR/seed.json, from which a killed seed continues. Writes are atomic. */
export class SeedRecord {
  complete: boolean;
  private readonly pictures: Map<string, string>;
  private readonly listed: Set<number>;
  private readonly shown: Set<string>;

  private constructor(
    private readonly file: string,
    /** Number of demo geodes. */
    readonly count: number,
    /** First start of the seed, ms since 1970. Listing dates count back from it. */
    readonly startedAt: number,
    saved?: SeedFile,
  ) {
    this.complete = saved?.complete ?? false;
    this.pictures = new Map(saved?.pictures);
    this.listed = new Set(saved?.listed);
    this.shown = new Set(saved?.shown);
  }

  /** Returns undefined if there is no record or it has another version. */
  static find(dataDir: string): SeedRecord | undefined {
    const file = join(dataDir, 'seed.json');
    try {
      const saved = JSON.parse(readFileSync(file, 'utf8')) as SeedFile;
      if (saved.version !== VERSION) return undefined;
      return new SeedRecord(file, saved.count, saved.startedAt, saved);
    } catch {
      return undefined;
    }
  }

  /** Creates and writes a record at once, so that a later run continues it. */
  static begin(dataDir: string, count: number, now: number): SeedRecord {
    const record = new SeedRecord(join(dataDir, 'seed.json'), count, now);
    record.write();
    return record;
  }

  picture(name: string): string | undefined {
    return this.pictures.get(name);
  }

  savePicture(name: string, objectPath: string): void {
    this.pictures.set(name, objectPath);
    this.write();
  }

  /** Returns whether listing `n` was sent to the catalogue. It is never sent again, because the owner may have deleted it. */
  isListed(n: number): boolean {
    return this.listed.has(n);
  }

  saveListed(numbers: number[]): void {
    for (const n of numbers) this.listed.add(n);
    this.write();
  }

  isShown(id: string): boolean {
    return this.shown.has(id);
  }

  saveShown(id: string): void {
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
    const content: SeedFile = { version: VERSION, startedAt, count, complete, ...lists };
    mkdirSync(dirname(this.file), { recursive: true });
    const next = `${this.file}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    renameSync(next, this.file);
  }
}

/**
 * Returns the record to continue, or a new one if the catalogue is empty. Returns undefined if there is nothing to do;
 * existing geodes, including sold ones, stay.
 */
export async function resumeSeed(
  { DATA_DIR, SEED, SEED_COUNT }: Pick<SeedConfig, 'DATA_DIR' | 'SEED' | 'SEED_COUNT'>,
  catalogue: Pick<Shop, 'hasGeodes'>,
  report: Report,
): Promise<SeedRecord | undefined> {
  if (SEED === 'none' || SEED_COUNT === 0) return undefined;
  const found = SeedRecord.find(DATA_DIR);
  const isOfThisCount = found?.count === SEED_COUNT;
  if (isOfThisCount && !found.complete) return found;
  if (await catalogue.hasGeodes()) {
    // with another count than the unfinished seed's, the listed geodes stay and the rest is not added
    if (!isOfThisCount) report.log('the catalogue has geodes already; nothing to do');
    return undefined;
  }
  return SeedRecord.begin(DATA_DIR, SEED_COUNT, Date.now());
}

/** Prints the seed's progress with the seconds since its start. */
export class Report {
  private readonly start = performance.now();
  private last = 0;

  constructor(private readonly print: (line: string) => void) {}

  log(what: string): void {
    this.last = performance.now();
    this.print(`${what} (${((this.last - this.start) / 1_000).toFixed(1)} s)`);
  }

  /** Prints at most every five seconds, and when all is done. */
  progress(done: number, of: number, what: string): void {
    if (done < of && performance.now() - this.last < REPORT_INTERVAL_MS) return;
    this.log(`${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} ${what}`);
  }
}
