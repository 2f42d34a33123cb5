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
  Size,
  SitemapPage,
  SortBy,
  UsedPictures,
} from '@geodes/contracts';
import { AppError, fittingRows, retried } from '@geodes/kit';
import { UNSOLD } from './availability.js';
import { Geode } from './geode.entity.js';
import { geodeView, inventoryView } from './geode-view.js';
import { priceCents } from './price-cents.js';
import { searchQuery } from './search-words.js';

type Geodes = SelectQueryBuilder<Geode>;

const SORTED: Record<SortBy, (geodes: Geodes) => Geodes> = {
  newest: (geodes) => geodes.orderBy('geode.createdAt', 'DESC').addOrderBy('geode.id', 'DESC'),
  oldest: (geodes) => geodes.orderBy('geode.createdAt', 'ASC').addOrderBy('geode.id', 'ASC'),
  'price-asc': (geodes) => geodes.orderBy('geode.priceCents', 'ASC').addOrderBy('geode.id', 'ASC'),
  'price-desc': (geodes) => geodes.orderBy('geode.priceCents', 'DESC').addOrderBy('geode.id', 'DESC'),
};

const SIZED: Record<Size, string> = {
  small: 'geode.sizeInches < 3',
  medium: 'geode.sizeInches >= 3 AND geode.sizeInches < 6',
  large: 'geode.sizeInches >= 6',
};

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

/** What shoppers and the owner read. Each page is one indexed query and a count; there are no joins. */
@Injectable()
export class GeodeLists {
  constructor(@InjectRepository(Geode) private readonly geodes: Repository<Geode>) {}

  /** Unsold geodes, held ones marked. */
  listGeodes(query: GeodeQuery): Promise<GeodePage> {
    return this.page(SORTED[query.sortBy](this.filtered(query)), query.page, query.limit);
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

  listInventory({ page = 1, limit = WHOLE_PAGE }: PageQuery): Promise<GeodePage> {
    return this.page(SORTED.newest(this.geodes.createQueryBuilder('geode')), page, limit, inventoryView);
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

  async listSitemap({ page = 1, limit = WHOLE_PAGE }: PageQuery): Promise<SitemapPage> {
    const all = await this.page(this.unsold().orderBy('geode.id'), page, limit);
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

  private filtered(query: GeodeQuery): Geodes {
    const geodes = this.unsold();
    const words = searchQuery(query.search ?? '');
    if (words) geodes.andWhere('geode.search @@ CAST(:words AS tsquery)', { words });
    if (query.location) geodes.andWhere('strpos(lower(geode.location), lower(:location)) > 0', query);
    if (query.crystalType) geodes.andWhere('lower(geode.crystalType) = lower(:crystalType)', query);
    if (query.category) geodes.andWhere('geode.category = :category', query);
    if (query.size) geodes.andWhere(SIZED[query.size]);
    if (query.minPrice) geodes.andWhere('geode.priceCents >= :least', { least: priceCents(query.minPrice) });
    if (query.maxPrice) geodes.andWhere('geode.priceCents <= :most', { most: priceCents(query.maxPrice) });
    return geodes;
  }

  private async page(geodes: Geodes, page: number, limit: number, view = geodeView): Promise<GeodePage> {
    const [found, total] = await Promise.all([
      retried(() =>
        geodes
          .clone()
          .offset((page - 1) * limit)
          .limit(limit)
          .getMany(),
      ),
      retried(() => geodes.clone().getCount()),
    ]);
    return { geodes: found.map(view), page, limit, total, totalPages: Math.ceil(total / limit) };
  }
}

export const noSuchGeode = (): AppError => new AppError('NOT_FOUND', 'There is no such geode.');
