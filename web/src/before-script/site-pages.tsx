import type { Availability, Geode, SiteConfig, SitePages } from '@geodes/contracts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { api } from '../app/api.js';
import { geodeTitle, KEYWORDS, SHOP, SOCIAL_PICTURE } from '../app/metadata.js';
import { store } from '../app/store.js';
import { GradingKey } from '../features/gallery/grading-key.js';
import { CategoryBadge, PlaceBadge, TierBadge } from '../features/geodes/geode-badges.js';
import { stockWords } from '../features/geodes/geode-detail-facts.js';
import { aboutSpecimen, categoryNames, tierNames } from '../features/geodes/geode-facts.js';
import { currentThumb, featured, openGeode, thumb, thumbs } from './plain-geode.js';
import { PlainLayout } from './plain-layout.js';
import { notFound, noPieces, piece, Pieces, plainPages } from './plain-pages.js';
import * as stones from './plain-stones.js';

/** What the gateway knows and the build does not. */
const config: SiteConfig = {
  square: { environment: 'simulator', applicationId: '', locationId: '', scriptUrl: '' },
  contact: { email: '{{email}}', phone: '{{phone}}', location: '{{place}}' },
};

const html = (node: ReactNode, path = '/'): string =>
  renderToStaticMarkup(
    <Provider store={store}>
      <StaticRouter location={path}>{node}</StaticRouter>
    </Provider>,
  );

const page = (content: ReactNode, path?: string) => html(<PlainLayout>{content}</PlainLayout>, path);

/** Puts answers where components look for those of the server. */
const answer = async (endpoint: string, data: unknown): Promise<void> => {
  await store.dispatch(api.util.upsertQueryData(endpoint as never, undefined as never, data as never));
};

/** An object of the same keys. */
const each = <Values extends object, Made>(
  values: Values,
  make: (value: Values[keyof Values], key: keyof Values) => Made,
): Record<keyof Values, Made> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, make(value as Values[keyof Values], key as keyof Values)]),
  ) as Record<keyof Values, Made>;

const places = { Keokuk: 'Keokuk', Hamilton: 'Hamilton', Special: '' };
const buyable: Record<Availability, null> = { available: null, held: null, sold: null };

/** Forgets the answers, whose timers would keep the build waiting for a day. */
const forget = () => void store.dispatch(api.util.resetApiState());

/** The site in HTML as it is seen until its script has run, drawn by the components that draw it then. */
export const sitePages = async (): Promise<SitePages> => {
  await answer('getSiteConfig', config);
  await answer('getFeatured', [] satisfies Geode[]);
  const rendered: SitePages = {
    shop: SHOP,
    keywords: KEYWORDS,
    picture: SOCIAL_PICTURE,
    pages: plainPages.map(({ path, metadata: { title, description, hidden }, content }) => ({
      path,
      title,
      description,
      hidden: hidden !== undefined,
      body: page(content, path),
    })),
    notFound: {
      title: notFound.metadata.title,
      description: notFound.metadata.description,
      hidden: true,
      body: page(notFound.content),
    },
    geodeTitle: geodeTitle('{{title}}'),
    preload: '<link rel="preload" as="fetch" href="{{address}}" crossorigin="use-credentials">',
    parts: {
      hero: html(stones.hero),
      noHero: html(stones.noHero),
      stone: html(stones.stone),
      stones: html(<stones.Stones label="Geodes" />),
      gradingKey: html(<GradingKey />),
      count: 'Showing {{first}}–{{last}} of {{total}} {{geodes}}',
      noStones: html(stones.noStones),
      noSuchStones: html(stones.noSuchStones),
      pager: html(stones.pager),
      pageLink: html(stones.pageLink),
      currentPage: html(stones.currentPage),
      piece: html(piece),
      pieces: html(<Pieces />),
      noPieces: html(noPieces),
      picture: html(stones.anyPicture),
      photo: each(stones.photo, (picture) => html(picture)),
      openGeode: page(openGeode, '/gallery'),
      thumb: html(thumb),
      currentThumb: html(currentThumb),
      thumbs: html(thumbs),
      featured: html(featured),
      badges: {
        place: each(places, (location) => html(<PlaceBadge location={location} />)),
        tier: each(tierNames, (_name, tier) => html(<TierBadge tier={tier} />)),
        longTier: each(tierNames, (_name, tier) => html(<TierBadge tier={tier} long />)),
        category: each(categoryNames, (_name, category) => html(<CategoryBadge category={category} />)),
      },
      strip: each(buyable, (_words, availability) => html(stones.strip(availability))),
      buy: each(buyable, (_words, availability) => html(stones.buy(availability))),
      buyOpen: each(buyable, (_words, availability) => html(stones.buyOpen(availability))),
      formation: each(places, (location) => aboutSpecimen(location, 1).formation),
      stock: each(buyable, (_words, availability) => stockWords(availability, 1)),
    },
  };
  forget();
  return rendered;
};
