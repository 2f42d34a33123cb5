import type { Reply, Request, Subject } from '@geodes/contracts';
import type { ShopAddress } from '../config.js';
import { connectToShop, type Shop } from '../shop.js';
import { observe, type Observed } from '../status/observed-state.js';
import { readAudit } from '../status/read-status.js';
import type { ObservedReadiness } from './observed-readiness.js';
import { readBackups } from './read-backups.js';
import { readSite } from './read-site.js';
import { proveLetter, type TestLetterOptions } from './test-letter.js';

/** Payments gives each call to Square 5 s. */
const ACCOUNT_TIMEOUT_MS = 8_000;
/** Only the counts are read. */
const MIN_LETTERS = 1;

export interface ReadinessOptions extends TestLetterOptions {
  /** Replaces the PUBLIC_URL that payments is configured with. */
  publicUrl?: string | undefined;
}

/**
 * Reads everything that real trade needs, and sends the owner a test letter. Includes parts that do not respond. Never
 * throws; takes at most 30 s, and the time until the code is typed.
 */
export const readReadiness = async (
  where: ShopAddress,
  { publicUrl, ...letter }: ReadinessOptions,
): Promise<ObservedReadiness> => {
  const [shop, audit] = await Promise.all([
    observe(connectToShop(where.natsUrl)),
    where.auditUrl ? observe(readAudit(where.auditUrl)) : undefined,
  ]);
  const services = 'said' in shop ? await readServices(shop.said, letter) : withoutServices(shop.away);
  const { account, gateway } = services;
  const url =
    publicUrl ?? ('said' in account ? account.said.publicUrl : 'said' in gateway ? gateway.said.publicUrl : undefined);
  return {
    at: new Date().toISOString(),
    ...services,
    hasMailCatcher: where.mailCatcherUrl !== undefined,
    site: url === undefined ? undefined : await readSite(url),
    backups: where.dataDir === undefined ? undefined : await observe(readBackups(where.dataDir)),
    audit,
  };
};

type Services = Pick<ObservedReadiness, 'account' | 'gateway' | 'letters' | 'testLetter' | 'details' | 'demoGeodes'>;

const readServices = async (shop: Shop, options: TestLetterOptions): Promise<Services> => {
  const call = <S extends Subject>(subject: S, request: Request<S>, timeoutMs?: number): Promise<Observed<Reply<S>>> =>
    observe(shop.call(subject, request, timeoutMs));
  try {
    const [account, gateway, letters, details, demoGeodes] = await Promise.all([
      call('payments.check-account', {}, ACCOUNT_TIMEOUT_MS),
      call('gateway.get-settings', {}),
      call('orders.list-letters', { limit: MIN_LETTERS }),
      call('catalog.get-shop-details', {}),
      call('catalog.count-demo-geodes', {}),
    ]);
    const hasMailServer = 'said' in letters && letters.said.hasMailServer;
    return {
      account,
      gateway,
      testLetter: hasMailServer ? await observe(proveLetter(shop, options)) : undefined,
      letters: mapObserved(letters, ({ hasMailServer, counts }) => ({ hasMailServer, failed: counts.failed })),
      details,
      demoGeodes: mapObserved(demoGeodes, ({ onSale }) => onSale),
    };
  } finally {
    await shop.close();
  }
};

const withoutServices = (away: string): Services => ({
  account: { away },
  gateway: { away },
  letters: { away },
  testLetter: undefined,
  details: { away },
  demoGeodes: { away },
});

const mapObserved = <A, B>(observed: Observed<A>, map: (said: A) => B): Observed<B> =>
  'said' in observed ? { said: map(observed.said) } : observed;
