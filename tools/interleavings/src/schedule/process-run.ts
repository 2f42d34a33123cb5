/** One life of a process, from its start until it is killed. What a dead one was about to do never happens. */
export class ProcessRun {
  dead = false;
  /** Stopped as by SIGSTOP: it goes on later and does not know that time has passed. */
  paused = false;
  /** How much the clock on its wall differs from the true time, milliseconds. */
  wallSkewMs = 0;
  /** How soon its steps come up beside those of others. */
  speed = 1;

  constructor(readonly name: string) {}
}
