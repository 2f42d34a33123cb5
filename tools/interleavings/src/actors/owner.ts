import { dollars, type ErrorCode, OWNER_STATUSES, type OwnerStatus } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import type { Network } from '../fakes/network.js';
import type { RunContext } from '../simulation/run-context.js';
import type { ProcessRun } from '../simulation/scheduler.js';

/** Error codes that the owner's commands may return. */
const EXPECTED_ERRORS: ErrorCode[] = [
  'NOT_FOUND',
  'STATUS_LOCKED',
  'NOT_ARCHIVABLE',
  'ALREADY_ARCHIVED',
  'CHANGED',
  'UNAVAILABLE',
  'GEODE_IN_ORDER',
];
/** Repeats the statuses that allow archiving, so that archiving often succeeds. */
const STATUSES: OwnerStatus[] = [...OWNER_STATUSES, 'shipped', 'delivered', 'completed', 'shipped', 'delivered'];
const TIMEOUT_MS = 5_000;

/** The owner: sets statuses, archives and changes prices, whatever the checkouts are doing. */
export class Owner {
  constructor(
    private readonly run: ProcessRun,
    private readonly context: RunContext,
    private readonly network: Network,
    /** Orders that appear in responses; paid ones several times, so that they are picked more often. */
    private readonly orderIds: () => string[],
    private readonly geodeIds: string[],
  ) {}

  act(): void {
    const { random } = this.context;
    const orders = this.orderIds();
    if (random.chance(0.1)) {
      const changes = { price: dollars(random.pick([9_999, 15_000])) };
      return this.send('catalog.update-geode', { id: random.pick(this.geodeIds), changes });
    }
    if (orders.length === 0) return;
    const id = random.pick(orders);
    if (random.chance(0.35)) this.send('orders.archive', { id });
    else this.send('orders.set-status', { id, status: random.pick(STATUSES) });
  }

  endHold(holdId: string): void {
    this.send('catalog.end-hold-for-owner', { holdId });
  }

  private send(subject: string, request: object): void {
    void this.network.call(this.run, subject, request, TIMEOUT_MS).then(
      () => this.context.count(`${subject}: done`),
      (error: unknown) => {
        const code = error instanceof AppError ? error.code : String(error);
        this.context.count(`${subject}: ${code}`);
        if (!EXPECTED_ERRORS.includes(code as ErrorCode))
          this.context.violation(`${subject} returned ${code} to the owner`);
      },
    );
  }
}
