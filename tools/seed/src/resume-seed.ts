import type { SeedConfig } from './config.js';
import type { Report } from './report.js';
import { SeedRecord } from './seed-record.js';

/** What finding it needs of the shop. */
export interface Catalogue {
  untilOpen(): Promise<void>;
  /** Sold ones count. */
  hasGeodes(): Promise<boolean>;
}

/**
 * Whether to continue, to begin, or to begin anew where the owner has deleted every geode. Undefined where there is
 * nothing to do: what is in the catalogue stays, sold geodes among it.
 */
export async function resumeSeed(
  { DATA_DIR, SEED, SEED_COUNT }: Pick<SeedConfig, 'DATA_DIR' | 'SEED' | 'SEED_COUNT'>,
  catalogue: Catalogue,
  report: Report,
): Promise<SeedRecord | undefined> {
  if (SEED === 'none' || SEED_COUNT === 0) return undefined;
  const found = SeedRecord.find(DATA_DIR);
  const isOfThisCount = found?.count === SEED_COUNT;
  await catalogue.untilOpen();
  if (isOfThisCount && !found.complete) return found;
  if (await catalogue.hasGeodes()) {
    // another count than the one that was begun: what is on sale stays, the rest is left
    if (!isOfThisCount) report.say('the catalogue has geodes already; nothing to do');
    return undefined;
  }
  return SeedRecord.begin(DATA_DIR, SEED_COUNT, Date.now());
}
