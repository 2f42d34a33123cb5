import { GEODE_FIELD_NAMES, geodeField } from '@geodes/contracts/geode-fields';
import type { Availability, Geode, OpenHold, OpenHolds } from '@geodes/contracts';
import { toCents } from '../../../app/money.js';
import { availabilityOf } from '../../geodes/availability.js';

type InventorySort = 'newest' | 'title' | 'price-asc' | 'price-desc' | 'quantity-asc' | 'quantity-desc';

/** Drafts are neither available nor upcoming, because buyers do not see them. */
type InventoryState = Availability | 'draft';
type InventoryFilter = 'all' | InventoryState;

export const inventorySorts: { value: InventorySort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: 'price-asc', label: 'Price, lowest first' },
  { value: 'price-desc', label: 'Price, highest first' },
  { value: 'quantity-asc', label: 'Quantity, fewest first' },
  { value: 'quantity-desc', label: 'Quantity, most first' },
];

export const inventoryFilters: { value: InventoryFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'available', label: 'Available' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'draft', label: 'Drafts' },
  { value: 'held', label: 'In another checkout' },
  { value: 'sold', label: 'Currently Unavailable' },
];

const stateOf = (geode: Geode): InventoryState => (geode.isDraft ? 'draft' : availabilityOf(geode));

/** Lower-cases a text and removes accents, so that `geode` finds `Géode`. */
const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

const SEARCHED = GEODE_FIELD_NAMES.filter((name) => geodeField(name).searchedBy !== undefined);

/** Caches the searched text of each geode, because the list is searched with each typed letter. */
const searchedTexts = new WeakMap<Geode, string>();
const searchedText = (geode: Geode): string => {
  const known = searchedTexts.get(geode);
  if (known !== undefined) return known;
  const text = foldText(SEARCHED.map((name) => geode[name]).join(' '));
  searchedTexts.set(geode, text);
  return text;
};

const titles = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The server sends the newest first, and equal geodes keep that order. */
const comparators: Record<Exclude<InventorySort, 'newest'>, (a: Geode, b: Geode) => number> = {
  title: (a, b) => titles.compare(a.title, b.title),
  'price-asc': (a, b) => toCents(a.price) - toCents(b.price),
  'price-desc': (a, b) => toCents(b.price) - toCents(a.price),
  'quantity-asc': (a, b) => a.quantity - b.quantity,
  'quantity-desc': (a, b) => b.quantity - a.quantity,
};

export interface InventoryView {
  search: string;
  sort: InventorySort;
  filter: InventoryFilter;
}

/** Returns the geodes to show. A geode matches if its text contains every word of the search. */
export const filterInventory = (geodes: readonly Geode[], { search, sort, filter }: InventoryView): Geode[] => {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const found = geodes.filter(
    (geode) =>
      (filter === 'all' || stateOf(geode) === filter) && words.every((word) => searchedText(geode).includes(word)),
  );
  return sort === 'newest' ? found : found.sort(comparators[sort]);
};

/** Counts the geodes by state, and all of them. */
export const countByState = (geodes: readonly Geode[]): Record<InventoryFilter, number> => {
  const counts = { all: geodes.length, available: 0, upcoming: 0, draft: 0, held: 0, sold: 0 };
  for (const geode of geodes) counts[stateOf(geode)] += 1;
  return counts;
};

/** Maps geode ids to holds. If several holds contain a geode, the first to end wins. */
export const holdsByGeode = (holds: OpenHolds | undefined): ReadonlyMap<string, OpenHold> => {
  const found = new Map<string, OpenHold>();
  for (const hold of holds?.holds ?? []) for (const id of hold.geodeIds) if (!found.has(id)) found.set(id, hold);
  return found;
};
