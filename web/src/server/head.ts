import type { Geode, GeodePage } from '@geodes/contracts';
import { escapeHtml, escapeJson } from '@geodes/contracts/escape';
import { geodePageUrl, picturesOf, productOf } from '@geodes/contracts/product';
import {
  COMING_SOON,
  comingSoonMetadata,
  geodeMetadata,
  headOf,
  notFound,
  pages,
  SHOP,
  type PageMetadata,
} from '../app/metadata.js';

/** Returns the HTML of the head at a canonical URL (path and query), as `SiteServer` describes it. */
export const renderHead = (url: string, origin: string, data?: unknown): string => {
  const { pathname, searchParams } = new URL(url, origin);
  const head = (metadata: PageMetadata, path = pathname) => toHtml(headOf(metadata, origin, path));
  // Here and not in the metadata, to keep the code for it out of the browser's first script.
  const withPicture = (geode: Geode) => ({ ...geode, imageUrl: picturesOf(geode, origin)[0] });
  if (data && searchParams.has('geode')) {
    const geode = data as Geode;
    const jsonLd = `<script type="application/ld+json">${escapeJson(productOf(geode, SHOP, origin))}</script>`;
    return `${head(geodeMetadata(withPicture(geode)), geodePageUrl(geode.id))}\n    ${jsonLd}`;
  }
  if (searchParams.get('available') === 'upcoming') {
    const [first] = (data as GeodePage | undefined)?.geodes ?? [];
    return head(comingSoonMetadata(first && withPicture(first)), pathname + COMING_SOON);
  }
  return head((pages as Record<string, PageMetadata>)[pathname] ?? notFound);
};

const toHtml = ({ title, canonical, metas }: ReturnType<typeof headOf>): string =>
  [
    `<title>${escapeHtml(title)}</title>`,
    ...(canonical ? [`<link rel="canonical" href="${escapeHtml(canonical)}">`] : []),
    ...metas.flatMap(([attribute, key, content]) =>
      content === undefined ? [] : [`<meta ${attribute}="${key}" content="${escapeHtml(content)}">`],
    ),
  ].join('\n    ');
