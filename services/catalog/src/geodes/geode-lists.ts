import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import type {
  ExportPage,
  ExportQuery,
  Geode as GeodeView,
  GeodePage,
  GeodeQuery,
  PageQuery,
  SitemapPage,
  SortBy,
  UsedPictures,
} from '@geodes/contracts';
import { AppError, fittingRows, retried } from '@geodes/kit';
import { UNSOLD } from './availability.js';
import { GeodeCounts } from './geode-counts.js';
import { Geode } from './geode.entity.js';
import { geodeView, inventoryView } from './geode-view.js';
import { priceCents } from './price-cents.js';
import { searchQuery } from './search-words.js';
import { INCHES_OF } from './size-inches.js';

type Geodes = SelectQueryBuilder<Geode>;

const SORTED: Record<SortBy, (geodes: Geodes) => Geodes> = {
  newest: (geodes) => geodes.orderBy('geode.createdAt', 'DESC').addOrderBy('geode.id', 'DESC'),
  oldest: (geodes) => geodes.orderBy('geode.createdAt', 'ASC').addOrderBy('geode.id', 'ASC'),
  'price-asc': (geodes) => geodes.orderBy('geode.priceCents', 'ASC').addOrderBy('geode.id', 'ASC'),
  'price-desc': (geodes) => geodes.orderBy('geode.priceCents', 'DESC').addOrderBy('geode.id', 'DESC'),
};

/** PostgreSQL uses its index of words where it takes these for rare. */
const FOUND_BY_WORDS = 'geode.search @@ CAST(:asked AS tsquery)';
/** It does not: of a CASE it believes that every second row has it, and goes through the list in its order. */
const HAS_WORDS = `CASE WHEN ${FOUND_BY_WORDS} THEN true END`;
/**
 * From one in so many on, a page is soon together on the way through the list. PostgreSQL knows how frequent a word is, but
 * not how frequent all are together that begin with two letters.
 */
const FREQUENT = 20;

/** The carousel shows them all; more than this nobody waits for. */
const MOST_FEATURED = 100;
const WHOLE_PAGE = 500;
/** Rows of an export that are read at a time. */
const EXPORTED = 200;

const USED_PICTURES = `
  SELECT DISTINCT name FROM (
    SELECT unnest(image_urls) AS address FROM geode
    UNION ALL SELECT unnest(images) FROM showcase_item
  ) shown, substring(address FROM '/objects/([^?#]+)') AS name
  WHERE name = ANY ($1)`;

/** What shoppers and the owner read. Each page is one indexed query, and a count where GeodeCounts has none; there are no joins. */
@Injectable()
export class GeodeLists {
  constructor(
    @InjectRepository(Geode) private readonly geodes: Repository<Geode>,
    private readonly counts: GeodeCounts,
  ) {}

  /** Unsold geodes, held ones marked. */
  async listGeodes(query: GeodeQuery): Promise<GeodePage> {
    const counted = await this.counts.count(query);
    const areFrequent = counted && counted.total * FREQUENT > counted.onSale;
    const geodes = this.filtered(query, areFrequent ? HAS_WORDS : FOUND_BY_WORDS);
    return this.page(SORTED[query.sortBy](geodes), query, geodeView, counted?.total);
  }

  async listFeatured(): Promise<GeodeView[]> {
    const featured = this.unsold().andWhere('geode.isFeatured');
    const found = await retried(() => SORTED.newest(featured).limit(MOST_FEATURED).getMany());
    return found.map(geodeView);
  }

  /** Any geode, sold ones too. Throws NOT_FOUND. */
  async getGeode(id: string): Promise<GeodeView> {
    const geode = await retried(() => this.geodes.findOneBy({ id }));
    if (!geode) throw noSuchGeode();
    return geodeView(geode);
  }

  listInventory(query: PageQuery): Promise<GeodePage> {
    return this.page(SORTED.newest(this.geodes.createQueryBuilder('geode')), query, inventoryView);
  }

  /** The whole inventory: each page begins behind the row that the last one ended with. */
  async export({ after }: ExportQuery): Promise<ExportPage<GeodeView>> {
    const geodes = SORTED.newest(this.geodes.createQueryBuilder('geode')).limit(EXPORTED);
    if (after) geodes.where('(geode.createdAt, geode.id) < (:createdAt, :id)', after);
    const found = (await retried(() => geodes.getMany())).map(inventoryView);
    const rows = fittingRows(found);
    const last = rows.at(-1);
    const isEnd = found.length < EXPORTED && rows.length === found.length;
    return { rows, next: last && !isEnd ? { createdAt: last.createdAt, id: last.id } : null };
  }

  async listSitemap(query: PageQuery): Promise<SitemapPage> {
    const all = await this.page(this.unsold().orderBy('geode.id'), query);
    return {
      geodes: all.geodes.map(({ id, updatedAt, imageUrl, title }) => ({ id, updatedAt, imageUrl, title })),
      total: all.total,
    };
  }

  /** Which pictures a geode or a showcase item shows, however their address was written: with a host, with a width. */
  async usedPictures({ names }: UsedPictures): Promise<{ used: string[] }> {
    const rows = await retried(() => this.geodes.query<{ name: string }[]>(USED_PICTURES, [names]));
    return { used: rows.map(({ name }) => name) };
  }

  private unsold(): Geodes {
    return this.geodes.createQueryBuilder('geode').where(UNSOLD);
  }

  private filtered(query: GeodeQuery, words: string): Geodes {
    const geodes = this.unsold();
    const asked = searchQuery(query.search ?? '');
    if (asked) geodes.andWhere(words, { asked });
    if (query.location) geodes.andWhere('strpos(lower(geode.location), lower(:location)) > 0', query);
    if (query.crystalType) geodes.andWhere('lower(geode.crystalType) = lower(:crystalType)', query);
    if (query.category) geodes.andWhere('geode.category = :category', query);
    if (query.size) {
      const [from, below] = INCHES_OF[query.size];
      geodes.andWhere('geode.sizeInches >= :from AND geode.sizeInches < :below', { from, below });
    }
    if (query.minPrice) geodes.andWhere('geode.priceCents >= :least', { least: priceCents(query.minPrice) });
    if (query.maxPrice) geodes.andWhere('geode.priceCents <= :most', { most: priceCents(query.maxPrice) });
    return geodes;
  }

  private async page(
    geodes: Geodes,
    { page = 1, limit = WHOLE_PAGE }: PageQuery,
    view = geodeView,
    counted?: number,
  ): Promise<GeodePage> {
    const offset = (page - 1) * limit;
    const [found, total] = await Promise.all([
      counted !== undefined && counted <= offset
        ? []
        : retried(() => geodes.clone().offset(offset).limit(limit).getMany()),
      counted ?? retried(() => geodes.clone().getCount()),
    ]);
    return { geodes: found.map(view), page, limit, total, totalPages: Math.ceil(total / limit) };
  }
}

export const noSuchGeode = (): AppError => new AppError('NOT_FOUND', 'There is no such geode.');
