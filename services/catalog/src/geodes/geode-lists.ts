import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type ExportPage,
  type ExportQuery,
  type Geode as GeodeView,
  type GeodePage,
  type GeodeQuery,
  type InventoryQuery,
  type ListOpenings,
  type Opening,
  type PageQuery,
  type SitemapPage,
  type Size,
  type SortBy,
  type UsedPictures,
} from '@geodes/contracts';
import { AppError, exportPage, withRetry } from '@geodes/kit';
import { anyOfIds } from '../any-of-ids.js';
import { LISTED, OPENS_LATER } from './availability.js';
import { geodeView, inventoryView, priceCents } from './geode-view.js';
import { Geode } from './geode.entity.js';

/** A condition on geodes in SQL, and the values of its parameters. */
interface Filter {
  where: string;
  values: unknown[];
}

const ALL: Filter = { where: 'true', values: [] };
const ALL_LISTED: Filter = { where: LISTED, values: [] };

const ORDERS: Record<SortBy, string> = {
  newest: 'created_at DESC, id DESC',
  oldest: 'created_at, id',
  'price-asc': 'price_cents, id',
  'price-desc': 'price_cents DESC, id DESC',
};

const SIZES: Record<Size, string> = {
  small: 'size_inches < 3',
  medium: 'size_inches >= 3 AND size_inches < 6',
  large: 'size_inches >= 6',
};

/**
 * Each word of the search (always the first parameter) is a prefix of a word of the geode. The subquery hides the words from
 * the planner, which would scan the table for frequent words; the search index takes half the time.
 */
const HAS_WORDS = 'search @@ (SELECT search_query($1))';
/** The same without the search index: for frequent words, a scan in the order of the list fills a page sooner. */
const HAS_FREQUENT_WORDS = 'CASE WHEN search @@ search_query($1) THEN true END';

/**
 * Up to this many matches are all read and then sorted. PostgreSQL cannot estimate rare combinations of words and
 * filters, and would scan the whole list in its order. With more matches, such a scan fills a page soon.
 */
const MAX_SORTED_MATCHES = 300;

/** The home carousel shows all of them. */
const MAX_FEATURED = 100;
const DEFAULT_PAGE_SIZE = 500;
const EXPORT_BATCH_SIZE = 200;

const USED_PICTURES = `
  SELECT DISTINCT name FROM (
    SELECT unnest(image_urls) AS url FROM geode
    UNION ALL SELECT unnest(images) FROM showcase_item
  ) shown, substring(url FROM '/objects/([^?#]+)') AS name
  WHERE name = ANY ($1)`;

/** Reads lists of geodes for the site and the owner. Each page is one count and one select through indexes, without joins. */
@Injectable()
export class GeodeLists {
  private readonly columns: string;

  constructor(private readonly database: DataSource) {
    this.columns = database
      .getMetadata(Geode)
      .columns.filter(({ isSelect }) => isSelect)
      .map(({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`)
      .join(', ');
  }

  /** Lists geodes that are neither sold out nor drafts, held and upcoming ones included. */
  listGeodes(query: GeodeQuery): Promise<GeodePage> {
    return this.page(filterOf(query), ORDERS[query.sortBy], query);
  }

  async listFeatured(): Promise<GeodeView[]> {
    const featured = `is_featured AND ${LISTED} ORDER BY ${ORDERS.newest} LIMIT ${MAX_FEATURED}`;
    return (await this.find(featured)).map(geodeView);
  }

  /** Reads a geode, even a sold one. Throws NOT_FOUND, also for a draft. */
  async getGeode(id: string): Promise<GeodeView> {
    const [geode] = await this.find('id = $1 AND NOT is_draft', [id]);
    if (!geode) throw geodeNotFound();
    return geodeView(geode);
  }

  listInventory({ ids, ...page }: InventoryQuery): Promise<GeodePage> {
    const filter = ids ? { where: `id = ${anyOfIds('$1')}`, values: [ids] } : ALL;
    return this.page(filter, ORDERS.newest, page, inventoryView);
  }

  /** Reads the next page of the whole inventory, after the last row of the previous page. */
  async export({ after }: ExportQuery): Promise<ExportPage<GeodeView>> {
    const rest = after ? '(created_at, id) < ($1, $2)' : 'true';
    const values = after ? [after.createdAt, after.id] : [];
    const page = await this.find(`${rest} ORDER BY ${ORDERS.newest} LIMIT ${EXPORT_BATCH_SIZE}`, values);
    return exportPage(page.map(inventoryView), page.length < EXPORT_BATCH_SIZE);
  }

  /** Lists those of the geodes that go on sale soon, the soonest first. */
  async listOpenings({ withinSeconds, geodeIds }: ListOpenings): Promise<{ geodes: Opening[] }> {
    const soon = `${LISTED} AND units_available > 0 AND ${OPENS_LATER} AND available_from <= now() + $1 * interval '1 second'`;
    const found = await this.find(`${soon} AND id = ANY ($2) ORDER BY available_from, id`, [withinSeconds, geodeIds]);
    return {
      geodes: found.flatMap(({ id, title, availableFrom }) =>
        availableFrom ? { id, title, availableFrom: availableFrom.toISOString() } : [],
      ),
    };
  }

  async listSitemap(query: PageQuery): Promise<SitemapPage> {
    const { geodes, total } = await this.page(ALL_LISTED, 'id', query);
    return { geodes: geodes.map(({ id, updatedAt, imageUrl, title }) => ({ id, updatedAt, imageUrl, title })), total };
  }

  /** Returns which of these pictures a geode or a showcase item uses. Their URLs may have a host or a width. */
  async usedPictures({ names }: UsedPictures): Promise<{ used: string[] }> {
    const rows = await withRetry(() => this.database.query<{ name: string }[]>(USED_PICTURES, [names]));
    return { used: rows.map(({ name }) => name) };
  }

  /** Counts first: the total decides how to find the page. */
  private async page(
    filter: Filter,
    order: string,
    { page = 1, limit = DEFAULT_PAGE_SIZE }: PageQuery,
    toView = geodeView,
  ): Promise<GeodePage> {
    const offset = (page - 1) * limit;
    const total = await this.count(filter);
    const { where, values } = filter;
    const condition =
      total > MAX_SORTED_MATCHES
        ? where.replace(HAS_WORDS, () => HAS_FREQUENT_WORDS)
        : `id = ANY (ARRAY (SELECT id FROM geode WHERE ${where}))`;
    const found =
      total > offset ? await this.find(`${condition} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`, values) : [];
    return { geodes: found.map(toView), page, limit, total, totalPages: Math.ceil(total / limit) };
  }

  private async count({ where, values }: Filter): Promise<number> {
    const sql = `SELECT count(*)::int AS total FROM geode WHERE ${where}`;
    const [row] = await withRetry(() => this.database.query<{ total: number }[]>(sql, values));
    return row?.total ?? 0;
  }

  private find(where: string, values: unknown[] = []): Promise<Geode[]> {
    return withRetry(() => this.database.query<Geode[]>(`SELECT ${this.columns} FROM geode WHERE ${where}`, values));
  }
}

const filterOf = (query: GeodeQuery): Filter => {
  const conditions = [LISTED];
  const values: unknown[] = [];
  const add = (value: string | number | undefined, condition: (parameter: string) => string) => {
    if (value) conditions.push(condition(`$${values.push(value)}`));
  };
  if (/[\p{L}\p{N}]/u.test(query.search ?? '')) add(query.search, () => HAS_WORDS);
  // Escape the wildcards of LIKE.
  add(query.location?.replace(/[\\%_]/g, '\\$&'), (text) => `location_key LIKE '%' || lower_case(${text}) || '%'`);
  add(query.crystalType, (text) => `crystal_key = lower_case(${text})`);
  add(query.category, (category) => `category = ${category}`);
  add(query.minPrice && priceCents(query.minPrice), (cents) => `price_cents >= ${cents}::bigint`);
  if (query.maxPrice) conditions.push(`price_cents <= $${values.push(priceCents(query.maxPrice))}::bigint`);
  if (query.size) conditions.push(SIZES[query.size]);
  if (query.available === 'upcoming') conditions.push(`units_available > 0 AND ${OPENS_LATER}`);
  return { where: conditions.join(' AND '), values };
};

export const geodeNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such geode.');
