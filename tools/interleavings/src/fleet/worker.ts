import { patchBuiltins } from '../schedule/patch-builtins.js';
import { mutationNamed } from '../shop/mutations.js';
import { openSite } from '../shop/slots.js';
import { type Report, runInterleaving } from '../world/run-interleaving.js';

/** What one worker process is to do: every `stride`-th seed. */
export interface Assignment {
  from: number;
  count: number;
  stride: number;
  mutation: string;
}

/** Only of a failed interleaving the whole schedule is told. */
export type Told = Omit<Report, 'schedule'> & { schedule: string[] | null };

/** Runs its share one after the other, on databases of its own, and tells of each. */
export const work = async (
  { from, count, stride, mutation }: Assignment,
  tell: (told: Told) => void,
): Promise<void> => {
  const wrong = mutationNamed(mutation);
  patchBuiltins();
  const site = await openSite();
  try {
    for (let seed = from; seed < from + count; seed += stride) {
      const report = await runInterleaving(seed, site, wrong);
      tell({ ...report, schedule: report.violations.length > 0 || count === 1 ? report.schedule : null });
    }
  } finally {
    await site.close();
  }
};
