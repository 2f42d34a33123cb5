const INTERVAL_MS = 5_000;

/** Says what the seed is doing and how far it is, with the seconds since its start. */
export class Report {
  private readonly start = performance.now();
  private last = 0;

  constructor(private readonly print: (line: string) => void) {}

  say(what: string): void {
    this.last = performance.now();
    this.print(`${what} (${((this.last - this.start) / 1_000).toFixed(1)} s)`);
  }

  /** At most once in five seconds, and when all is done. */
  progress(done: number, of: number, what: string): void {
    if (done < of && performance.now() - this.last < INTERVAL_MS) return;
    this.say(`${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} ${what}`);
  }
}
