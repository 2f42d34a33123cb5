import type { StartedShop } from '@geodes/testing';

/** A payment in Square's books; cents. */
export interface LedgerPayment {
  id: string;
  status: 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED';
  reference_id?: string;
  note?: string;
  amount_money: { amount: number };
  refunded_money?: { amount: number };
}

const LIMIT_MS = 15_000;

/** Square's books, as the simulator keeps them, oldest first. */
export const readLedger = async ({ simulator }: StartedShop): Promise<LedgerPayment[]> => {
  const reply = await fetch(`${simulator}/simulator/ledger`, { signal: AbortSignal.timeout(LIMIT_MS) });
  return ((await reply.json()) as { payments: LedgerPayment[] }).payments;
};

/** What was taken and not given back, cents. */
export const keptCents = ({ status, amount_money, refunded_money }: LedgerPayment): number =>
  status === 'COMPLETED' ? amount_money.amount - (refunded_money?.amount ?? 0) : 0;
