import type { Geode } from '@geodes/contracts';
import { escapeHtml, geodeAddress } from './head.js';
import { NOT_FOUND, type Page, PAGES } from './pages.js';

const links = () =>
  PAGES.filter(({ hidden }) => !hidden)
    .map(({ path, heading }) => `<li><a href="${path}">${escapeHtml(path === '/' ? 'Home' : heading)}</a></li>`)
    .join('');

/** In noscript: with scripts the site draws itself, and nothing must flash or shift before it does. */
const plain = (content: string): string => `<noscript><main>${content}</main><ul>${links()}</ul></noscript>`;

const opening = ({ heading, description }: Pick<Page, 'heading' | 'description'>) =>
  `<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(description)}</p>`;

export const pageBody = (page: Page): string => plain(opening(page));

export const notFoundBody = (): string => plain(opening(NOT_FOUND));

/** The gallery's first page as links. */
export const galleryBody = (page: Page, geodes: readonly Geode[]): string => {
  const items = geodes.map(
    ({ id, title, price, location }) =>
      `<li><a href="${geodeAddress(id)}">${escapeHtml(title)}</a> ${escapeHtml(location)}, $${escapeHtml(price)}</li>`,
  );
  return plain(`${opening(page)}<ul>${items.join('')}</ul>`);
};

export const geodeBody = (geode: Geode): string => {
  const { title, description, price, size, location, crystalType, availability } = geode;
  const state = availability === 'sold' ? 'Currently Unavailable' : `$${price}`;
  const facts = [`Crystal type: ${crystalType}`, `Size: ${size}`, `Origin: ${location}`, state];
  const rows = facts.map((fact) => `<li>${escapeHtml(fact)}</li>`).join('');
  return plain(`${opening({ heading: title, description })}<ul>${rows}</ul>`);
};
