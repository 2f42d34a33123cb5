import type { Geode, SiteConfig, SitePages } from '@geodes/contracts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { api } from '../app/api.js';
import { geodeTitle, KEYWORDS, SHOP, SOCIAL_PICTURE } from '../app/metadata.js';
import { store } from '../app/store.js';
import { GeodeCard } from '../features/geodes/geode-card.js';
import { stockWords } from '../features/geodes/geode-detail-facts.js';
import { aboutSpecimen } from '../features/geodes/geode-facts.js';
import { DETAIL_SIZES } from '../features/geodes/picture-sizes.js';
import { Hero } from '../features/home/hero.js';
import { Picture } from '../ui/picture.js';
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

/** A geode whose picture the gateway names. */
const anyGeode = {
  id: '',
  title: '',
  price: '0',
  imageUrl: '/objects/{{picture}}',
  imageUrls: ['', '/objects/{{picture}}'],
  location: '',
  crystalType: '',
  size: '',
} as unknown as Geode;

/** The link that fetches the first picture of some part ahead of it, in the very widths that the part will offer. */
const preloadOf = (part: ReactNode): string => {
  const picture = /<img [^>]*>/.exec(html(part))?.[0] ?? '';
  const [, widths] = / srcset="([^"]*)"/i.exec(picture) ?? [];
  const [, sizes] = / sizes="([^"]*)"/.exec(picture) ?? [];
  if (!widths || !sizes) throw new Error('A picture of the first view offers no widths.');
  return `<link rel="preload" as="image" imagesrcset="${widths}" imagesizes="${sizes}" fetchpriority="high">`;
};

/** Puts answers where components look for those of the server. */
const answer = async (endpoint: string, data: unknown): Promise<void> => {
  await store.dispatch(api.util.upsertQueryData(endpoint as never, undefined as never, data as never));
};

/** Forgets the answers, whose timers would keep the build waiting for a day. */
const forget = () => void store.dispatch(api.util.resetApiState());

/** The site in HTML for readers without script, drawn by the components that draw it for everybody else. */
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
    preloads: {
      answer: '<link rel="preload" as="fetch" href="{{address}}" crossorigin="use-credentials">',
      hero: preloadOf(<Hero geode={anyGeode} />),
      card: preloadOf(<GeodeCard geode={anyGeode} detailsAt="/gallery" load="first" />),
      detail: preloadOf(<Picture src={anyGeode.imageUrl} alt="" sizes={DETAIL_SIZES} load="now" />),
    },
    parts: {
      stone: html(stones.stone),
      stones: html(<stones.Stones label="Geodes" />),
      count: html(stones.count),
      noStones: html(stones.noStones),
      pager: html(stones.pager),
      pageLink: html(stones.pageLink),
      currentPage: html(stones.currentPage),
      piece: html(piece),
      pieces: html(<Pieces />),
      noPieces: html(noPieces),
      picture: html(stones.picture),
      openGeode: page(stones.openGeode, '/gallery'),
      formation: {
        Keokuk: aboutSpecimen('Keokuk', 1).formation,
        Hamilton: aboutSpecimen('Hamilton', 1).formation,
        Special: aboutSpecimen('', 1).formation,
      },
      available: stockWords('available', 1),
      held: stockWords('held', 1),
      sold: stockWords('sold', 1),
    },
  };
  forget();
  return rendered;
};
