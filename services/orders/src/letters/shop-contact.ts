import { Inject, Injectable } from '@nestjs/common';
import type { ShopDetails } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { LETTERS_CONFIG, type LettersConfig } from '../config.js';

const TIMEOUT_MS = 2_000;

/** Reads what the owner says about the shop. */
@Injectable()
export class ShopContact {
  constructor(
    private readonly bus: Bus,
    @Inject(LETTERS_CONFIG) private readonly config: LettersConfig,
  ) {}

  /** Returns the environment's contact email alone while catalog is away: a letter does not wait for its footer. */
  async read(): Promise<ShopDetails & { contactEmail: string }> {
    const details: ShopDetails = await this.bus
      .call('catalog.get-shop-details', {}, { timeoutMs: TIMEOUT_MS })
      .catch(() => ({}));
    return { ...details, contactEmail: details.contactEmail ?? this.config.CONTACT_EMAIL };
  }
}

/** Returns who receives the owner's letters, or undefined if they are not sent. */
export const ownerEmail = (
  { OWNER_EMAIL }: Pick<LettersConfig, 'OWNER_EMAIL'>,
  { contactEmail }: { contactEmail: string },
): string | undefined => (OWNER_EMAIL === 'none' ? undefined : (OWNER_EMAIL ?? contactEmail));
