import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  EntityId,
  type ExportPage,
  ExportQuery,
  type Geode,
  type GeodePage,
  GeodeQuery,
  InventoryQuery,
  ListOpenings,
  type Opening,
  PageQuery,
  type SitemapPage,
  UsedPictures,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { GeodeLists } from './geode-lists.js';

/** Reads of geodes. */
@Controller()
export class GeodeController {
  constructor(private readonly lists: GeodeLists) {}

  @Handles('catalog.list-geodes')
  listGeodes(@Payload() query: GeodeQuery): Promise<GeodePage> {
    return this.lists.listGeodes(query);
  }

  @Handles('catalog.list-featured')
  listFeatured(): Promise<Geode[]> {
    return this.lists.listFeatured();
  }

  @Handles('catalog.get-geode')
  getGeode(@Payload() { id }: EntityId): Promise<Geode> {
    return this.lists.getGeode(id);
  }

  @Handles('catalog.list-inventory')
  listInventory(@Payload() query: InventoryQuery): Promise<GeodePage> {
    return this.lists.listInventory(query);
  }

  @Handles('catalog.export-geodes')
  exportGeodes(@Payload() query: ExportQuery): Promise<ExportPage<Geode>> {
    return this.lists.export(query);
  }

  @Handles('catalog.list-sitemap')
  listSitemap(@Payload() query: PageQuery): Promise<SitemapPage> {
    return this.lists.listSitemap(query);
  }

  @Handles('catalog.list-openings')
  listOpenings(@Payload() query: ListOpenings): Promise<{ geodes: Opening[] }> {
    return this.lists.listOpenings(query);
  }

  @Handles('catalog.used-pictures')
  usedPictures(@Payload() query: UsedPictures): Promise<{ used: string[] }> {
    return this.lists.usedPictures(query);
  }
}
