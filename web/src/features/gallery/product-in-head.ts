import type { Geode } from '@geodes/contracts';
import { productOf } from '@geodes/contracts/product';
import { productScript, SHOP } from '../../app/metadata.js';

/** Says in the head what the open geode is and costs, as the HTML of its own address does; not where it was closed meanwhile. */
export const putProductInHead = (geode: Geode): void => {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (!canonical?.href.includes(geode.id)) return;
  const script =
    productScript() ??
    document.head.appendChild(Object.assign(document.createElement('script'), { type: 'application/ld+json' }));
  script.textContent = JSON.stringify(productOf(geode, SHOP, new URL(canonical.href).origin));
};
