import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Compared, PagesCommand, PagesReport, PagesToOpen } from './pages-main.js';

const PAGES = fileURLToPath(new URL('../../dist/drop/pages-main.js', import.meta.url));

/** The process of the open pages. */
export class OpenPages {
  private readonly process: ChildProcess = fork(PAGES, { stdio: 'inherit' });
  private readonly ended = once(this.process, 'exit').then((): never => {
    throw new Error('the process of the pages ended');
  });

  constructor() {
    // `close` ends it too, while no caller waits
    this.ended.catch(() => undefined);
  }

  /** Opens pages and waits until they show the geodes; returns how many do. */
  async open(open: PagesToOpen): Promise<number> {
    const report = await this.ask({ open });
    return 'opened' in report ? report.opened : 0;
  }

  /** Compares what the pages show with `expected`, by id. */
  async compare(expected: ReadonlyMap<string, string>): Promise<Compared> {
    const report = await this.ask({ compareWith: [...expected] });
    if (!('compared' in report)) throw new Error('the pages were not compared');
    return report.compared;
  }

  close(): void {
    this.process.kill();
  }

  private async ask(command: PagesCommand): Promise<PagesReport> {
    const reply = once(this.process, 'message');
    this.process.send(command);
    const [report] = (await Promise.race([reply, this.ended])) as [PagesReport];
    return report;
  }
}
