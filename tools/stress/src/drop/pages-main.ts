// The open pages of `npm run stress:drop`, in a separate process, so that their processor time is not the buyers'.
import { type Change, differencesOf, Page } from '../streams/page.js';
import { ipAddressOf } from './going-on-sale.js';

export interface PagesToOpen {
  count: number;
  gateways: string[];
  /** The geodes of the drop. */
  geodeIds: string[];
  /** Milliseconds since 1970. */
  instant: number;
}

/** When a page had shown a step for the last geode, milliseconds after the instant; null if it has not. */
export type Steps = Record<Step, number | null>;
/** `announced`: its live event arrived; `opened`: shown as available, by event or clock; `gone`: shown as held or sold. */
type Step = 'announced' | 'opened' | 'gone';

export interface Compared {
  differences: string[];
  steps: Steps[];
}

export type PagesCommand = { open: PagesToOpen } | { compareWith: [id: string, shown: string][] };
export type PagesReport = { opened: number } | { compared: Compared };

/** Pages that are opened at the same time. */
const OPEN_BATCH_SIZE = 100;
const OPEN_TIMEOUT_MS = 10_000;
const POLL_MS = 10;

const pages: Page[] = [];
const watches: PageWatch[] = [];

/** Notes when a page shows the geodes of the drop. */
class PageWatch {
  readonly steps: Steps = { announced: null, opened: null, gone: null };
  private readonly seen = { announced: new Set<string>(), opened: new Set<string>(), gone: new Set<string>() };

  constructor(
    private readonly wanted: ReadonlySet<string>,
    private readonly instant: number,
  ) {}

  note({ id, availability, cause }: Change): void {
    if (!this.wanted.has(id) || availability === 'upcoming') return;
    if (availability !== 'available') return this.reach('gone', id);
    this.reach('opened', id);
    if (cause === 'event') this.reach('announced', id);
  }

  private reach(step: Step, id: string): void {
    const seen = this.seen[step].add(id);
    if (seen.size === this.wanted.size) this.steps[step] ??= Date.now() - this.instant;
  }
}

const open = async ({ count, gateways, geodeIds, instant }: PagesToOpen): Promise<number> => {
  const wanted = new Set(geodeIds);
  const isReady = ({ follower, isReading }: Page) => follower.isOpen && !isReading;
  while (pages.length < count) {
    const opening = Array.from({ length: Math.min(OPEN_BATCH_SIZE, count - pages.length) }, (_, index) => {
      const watch = new PageWatch(wanted, instant);
      const number = pages.length + index;
      const options = {
        headers: { 'x-forwarded-for': ipAddressOf(number) },
        onChange: (change: Change) => watch.note(change),
      };
      const page = new Page(gateways, number, options);
      page.open();
      watches.push(watch);
      return page;
    });
    pages.push(...opening);
    const end = Date.now() + OPEN_TIMEOUT_MS;
    while (!opening.every(isReady) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return pages.filter(isReady).length;
};

const compare = (expected: ReadonlyMap<string, string>): Compared => ({
  differences: pages.flatMap((page, index) => differencesOf(page, index, expected)),
  steps: watches.map(({ steps }) => steps),
});

const report = (message: PagesReport) => process.send?.(message);

process.on('message', (command: PagesCommand) => {
  if ('open' in command) void open(command.open).then((opened) => report({ opened }));
  else report({ compared: compare(new Map(command.compareWith)) });
});
// ends with the test
process.on('disconnect', () => process.exit(0));
