import type { Geode } from '@geodes/contracts';
import { productOf } from '@geodes/contracts/product';
import { productScript, SHOP } from '../../app/metadata.js';

/**
 * Adds the JSON-LD of the open geode to the head, as the HTML of its own URL has it, unless it was closed meanwhile.
 */
export const writeProductJsonLd = (geode: Geode): void => {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (!canonical?.href.includes(geode.id)) return;
  const script =
    productScript() ??
    document.head.appendChild(Object.assign(document.createElement('script'), { type: 'application/ld+json' }));
  script.textContent = JSON.stringify(productOf(geode, SHOP, new URL(canonical.href).origin));
};
