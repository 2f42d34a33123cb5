/** Callers that want the same work at the same time share one run of it. Holds no more than what is running. */
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
