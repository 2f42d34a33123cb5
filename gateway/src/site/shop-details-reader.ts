import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { ShopDetails, SiteConfig } from '@geodes/contracts';
import { Bus, CLOCK, type Clock, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { ResponseCache } from '../http/response-cache.js';

/** Bounds the age of the details if a `catalog.changed` event gets lost. */
const INTERVAL_MS = 5_000;
/** Until the catalogue has responded once. */
const FIRST_INTERVAL_MS = 500;
const CALL_TIMEOUT_MS = 2_000;

/**
 * Keeps the shop's details in memory, so that no page waits for them. While the catalogue does not respond, they are the
 * last known ones, or the environment's.
 */
@Injectable()
export class ShopDetailsReader extends PeriodicTask {
  private stored: ShopDetails = {};
  private current: SiteConfig;
  private started = 0;
  /** Number of the read that `stored` is from; 0 before the first. */
  private newest = 0;

  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
    private readonly cache: ResponseCache,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'shop details not read' });
    this.current = this.toSiteConfig({});
  }

  /** The site's run-time settings, for every document and for `/api/config`. Another object after each change. */
  get siteConfig(): SiteConfig {
    return this.current;
  }

  /** Adds the environment's details to those that the owner set. The others are empty until they are set. */
  withDefaults(stored: ShopDetails): Required<ShopDetails> {
    const { CONTACT_EMAIL, CONTACT_PHONE, CONTACT_LOCATION } = this.config;
    return {
      contactEmail: CONTACT_EMAIL,
      contactPhone: CONTACT_PHONE,
      contactLocation: CONTACT_LOCATION,
      hours: '',
      legalName: '',
      postalAddress: '',
      announcement: '',
      ...stored,
    };
  }

  /** Reads the details, and clears the response cache if they have changed. Never throws: the next read follows soon. */
  async refresh(): Promise<void> {
    this.started += 1;
    const read = this.started;
    // the bus logs a call without a response
    const stored = await this.bus
      .call('catalog.get-shop-details', {}, { timeoutMs: CALL_TIMEOUT_MS })
      .catch(() => undefined);
    // a read that began later may have ended first
    if (!stored || read < this.newest) return;
    this.newest = read;
    if (isDeepStrictEqual(stored, this.stored)) return;
    this.stored = stored;
    this.current = this.toSiteConfig(stored);
    this.cache.clear();
  }

  protected async round(): Promise<number | undefined> {
    await this.refresh();
    return this.newest === 0 ? FIRST_INTERVAL_MS : undefined;
  }

  private toSiteConfig(stored: ShopDetails): SiteConfig {
    const { contactEmail, contactPhone, contactLocation, ...texts } = this.withDefaults(stored);
    const { hours, legalName, postalAddress, announcement } = texts;
    return {
      square: {
        environment: this.config.SQUARE_ENVIRONMENT,
        applicationId: this.config.SQUARE_APPLICATION_ID,
        locationId: this.config.SQUARE_LOCATION_ID,
        scriptUrl: this.config.SQUARE_SCRIPT_URL,
      },
      contact: { email: contactEmail, phone: contactPhone, location: contactLocation },
      ...(hours && { hours }),
      ...(legalName && { legalName }),
      ...(postalAddress && { postalAddress }),
      ...(announcement && { announcement }),
    };
  }
}
