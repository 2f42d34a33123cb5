import { dollars, type ErrorCode, OWNER_STATUSES, type OwnerStatus } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import type { Network } from '../network/network.js';
import type { ProcessRun } from '../schedule/process-run.js';
import type { RunContext } from '../schedule/run-context.js';

/** What the owner may be told no with. */
const EXPECTED: ErrorCode[] = [
  'NOT_FOUND',
  'STATUS_LOCKED',
  'NOT_ARCHIVABLE',
  'ALREADY_ARCHIVED',
  'CHANGED',
  'UNAVAILABLE',
  'GEODE_IN_ORDER',
];
/** Mostly those that can be archived. */
const STATUSES: OwnerStatus[] = [...OWNER_STATUSES, 'shipped', 'delivered', 'completed', 'shipped', 'delivered'];
const TIMEOUT_MS = 5_000;

/** Sets statuses, archives and changes prices, without a look at what checkouts are doing. */
export class Owner {
  constructor(
    private readonly life: ProcessRun,
    private readonly around: RunContext,
    private readonly network: Network,
    /** The orders that somebody was told of, those that were paid several times. */
    private readonly orderIds: () => string[],
    private readonly stoneIds: string[],
  ) {}

  act(): void {
    const { random } = this.around;
    const orders = this.orderIds();
    if (random.chance(0.1)) {
      const changes = { price: dollars(random.pick([9_999, 15_000])) };
      return this.send('catalog.update-geode', { id: random.pick(this.stoneIds), changes });
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
    void this.network.call(this.life, subject, request, TIMEOUT_MS).then(
      () => this.around.count(`${subject}: done`),
      (error: unknown) => {
        const code = error instanceof AppError ? error.code : String(error);
        this.around.count(`${subject}: ${code}`);
        if (!EXPECTED.includes(code as ErrorCode)) this.around.violation(`the owner was told ${code} by ${subject}`);
      },
    );
  }
}
