import type { Reply, Request, Subject } from '@geodes/contracts';
import type { ShopAddress } from '../config.js';
import { observe } from '../observe.js';
import { connectToShop, type Shop } from '../shop.js';
import type { Observed } from '../status/observed-state.js';
import { readAudit } from '../status/read-status.js';
import type { ObservedReadiness } from './observed-readiness.js';
import { readBackups } from './read-backups.js';
import { readSite } from './read-site.js';

/** Payments gives each call to Square 5 s. */
const ACCOUNT_TIMEOUT_MS = 8_000;
const NO_LETTERS = 1;

/**
 * Reads everything that real trade needs. `publicUrl` replaces the PUBLIC_URL that payments is configured with. Includes
 * parts that do not respond. Never throws; takes at most 20 s.
 */
export const readReadiness = async (where: ShopAddress, publicUrl: string | undefined): Promise<ObservedReadiness> => {
  const [shop, audit] = await Promise.all([
    observe(connectToShop(where.natsUrl)),
    where.auditUrl ? observe(readAudit(where.auditUrl)) : undefined,
  ]);
  const services = 'said' in shop ? await readServices(shop.said) : withoutServices(shop.away);
  const { account, gateway } = services;
  const url =
    publicUrl ?? ('said' in account ? account.said.publicUrl : 'said' in gateway ? gateway.said.publicUrl : undefined);
  return {
    at: new Date().toISOString(),
    ...services,
    site: url === undefined ? undefined : await readSite(url),
    backups: where.dataDir === undefined ? undefined : await observe(readBackups(where.dataDir)),
    audit,
  };
};

type Services = Pick<ObservedReadiness, 'account' | 'gateway' | 'letters' | 'details' | 'demoGeodes'>;

const readServices = async (shop: Shop): Promise<Services> => {
  const call = <S extends Subject>(subject: S, request: Request<S>, timeoutMs?: number): Promise<Observed<Reply<S>>> =>
    observe(shop.call(subject, request, timeoutMs));
  try {
    const [account, gateway, letters, details, demoGeodes] = await Promise.all([
      call('payments.check-account', {}, ACCOUNT_TIMEOUT_MS),
      call('gateway.get-settings', {}),
      call('orders.list-letters', { limit: NO_LETTERS }),
      call('catalog.get-shop-details', {}),
      call('catalog.count-demo-geodes', {}),
    ]);
    return {
      account,
      gateway,
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
  details: { away },
  demoGeodes: { away },
});

const mapObserved = <A, B>(observed: Observed<A>, map: (said: A) => B): Observed<B> =>
  'said' in observed ? { said: map(observed.said) } : observed;
