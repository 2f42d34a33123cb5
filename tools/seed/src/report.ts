const INTERVAL_MS = 5_000;

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
    if (done < of && performance.now() - this.last < INTERVAL_MS) return;
    this.log(`${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} ${what}`);
  }
}
