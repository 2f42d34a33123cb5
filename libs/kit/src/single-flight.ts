/** Shares one run of the same work among concurrent callers. Keeps nothing once the run has ended. */
export class SingleFlight<T> {
  private readonly running = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const present = this.running.get(key);
    if (present) return present;
    const run = work().finally(() => this.running.delete(key));
    this.running.set(key, run);
    return run;
  }
}
