import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { IsIn, IsInt, Max, Min } from 'class-validator';

/**
 * Named points between any two steps that leave something behind. If FAILPOINTS=on (never in production), tests arm
 * them through the process's POST /failpoints. Disarmed they cost one variable read.
 */
export const FAILPOINTS = [
  'gateway.place-order.before',
  'gateway.place-order.after',
  'orders.reserve.before',
  'orders.reserve.after',
  'orders.authorise.before',
  'orders.pivot.inside',
  'orders.pivot.after',
  'orders.capture.after',
  'orders.outbox.before',
  'orders.outbox.after',
  'orders.ack-event.before',
  'orders.ack-event.after',
  'orders.void.before',
  'orders.void.after',
  'orders.release.before',
  'orders.refuse.inside',
  'orders.refuse.after',
  'orders.archive.inside',
  'orders.archive.after',
  'orders.refund.recorded',
  'orders.refund.settled',
  'orders.refund.returned',
  'orders.letter.before',
  'orders.letter.after',
  'catalog.reserve.inside',
  'catalog.reserve.after',
  'catalog.refuse.after',
  'catalog.release.inside',
  'catalog.release.after',
  'catalog.hold.inside',
  'catalog.hold.after',
  'catalog.expire.before',
  'catalog.sale.inside',
  'catalog.archive.inside',
  'catalog.event.after',
  'catalog.return.inside',
  'catalog.return.after',
  'payments.create.before',
  'payments.create.after',
  'payments.authorised.after',
  'payments.complete.before',
  'payments.complete.after',
  'payments.captured.after',
  'payments.cancel.before',
  'payments.cancel.after',
  'payments.refund.before',
  'payments.refund.after',
  'payments.reconcile.before',
  'payments.reconcile.after',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/** `kill`: sends SIGKILL to itself. `hang`: never resolves. `throw`: throws an unclassified error. */
const FAILPOINT_ACTIONS = ['kill', 'hang', 'throw'] as const;
export type FailpointAction = (typeof FAILPOINT_ACTIONS)[number];

interface Armed {
  action: FailpointAction;
  /** Passes left until it triggers. */
  left: number;
}

let armed: Map<Failpoint, Armed> | undefined;

/** Makes the point trigger once, on its `pass`-th pass from now. */
export const armFailpoint = (point: Failpoint, action: FailpointAction, pass: number): void => {
  (armed ??= new Map()).set(point, { action, left: pass });
};

export const disarmFailpoints = (): void => {
  armed = undefined;
};

/** Marks the point in the code; does nothing unless a test has armed it. */
export const failpoint = async (point: Failpoint): Promise<void> => {
  const set = armed?.get(point);
  if (!set || (set.left -= 1) > 0) return;
  armed?.delete(point);
  if (set.action === 'kill') process.kill(process.pid, 'SIGKILL');
  if (set.action === 'throw') throw new Error(`failpoint ${point}`);
  await new Promise<never>(() => undefined);
};

class ArmFailpoint {
  @IsIn(FAILPOINTS) point!: Failpoint;
  @IsIn(FAILPOINT_ACTIONS) action!: FailpointAction;
  @IsInt() @Min(1) @Max(10_000) pass: number = 1;
}

/** Lets tests arm the process's failpoints; registered only if FAILPOINTS=on. */
@Controller('failpoints')
export class FailpointsController {
  @Post()
  @HttpCode(204)
  arm(@Body() { point, action, pass }: ArmFailpoint): void {
    armFailpoint(point, action, pass);
  }

  @Delete()
  @HttpCode(204)
  disarm(): void {
    disarmFailpoints();
  }
}
