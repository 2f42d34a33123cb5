import type { SeedConfig } from './config.js';
import type { Report } from './report.js';
import { SeedRecord } from './seed-record.js';

/** The catalogue as `resumeSeed` sees it. */
export interface Catalogue {
  waitUntilReady(): Promise<void>;
  /** Includes sold geodes. */
  hasGeodes(): Promise<boolean>;
}

/**
 * Returns the record to continue, or a new one if the catalogue is empty. Returns undefined if there is nothing to do;
 * existing geodes, including sold ones, stay.
 */
export async function resumeSeed(
  { DATA_DIR, SEED, SEED_COUNT }: Pick<SeedConfig, 'DATA_DIR' | 'SEED' | 'SEED_COUNT'>,
  catalogue: Catalogue,
  report: Report,
): Promise<SeedRecord | undefined> {
  if (SEED === 'none' || SEED_COUNT === 0) return undefined;
  const found = SeedRecord.find(DATA_DIR);
  const isOfThisCount = found?.count === SEED_COUNT;
  await catalogue.waitUntilReady();
  if (isOfThisCount && !found.complete) return found;
  if (await catalogue.hasGeodes()) {
    // with another count than the unfinished seed's, the listed geodes stay and the rest is not added
    if (!isOfThisCount) report.log('the catalogue has geodes already; nothing to do');
    return undefined;
  }
  return SeedRecord.begin(DATA_DIR, SEED_COUNT, Date.now());
}
