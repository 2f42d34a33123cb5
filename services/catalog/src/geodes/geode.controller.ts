import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  CreateGeodeBody,
  type ExportPage,
  ExportQuery,
  FeatureGeode,
  type Geode,
  GeodeId,
  type GeodePage,
  GeodeQuery,
  type HistoryPage,
  ImportGeodes,
  ImportKey,
  ListAuditEntries,
  type Nothing,
  PageQuery,
  type PastImport,
  type SitemapPage,
  type InventoryAge,
  UpdateGeode,
  UsedPictures,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { GeodeImports } from './geode-imports.js';
import { GeodeInventory } from './geode-inventory.js';
import { GeodeLists } from './geode-lists.js';
import { InventoryAgeReader } from './inventory-age.js';

@Controller()
export class GeodeController {
  constructor(
    private readonly lists: GeodeLists,
    private readonly inventory: GeodeInventory,
    private readonly onSale: InventoryAgeReader,
    private readonly imports: GeodeImports,
  ) {}

  @Handles('catalog.list-geodes')
  listGeodes(@Payload() query: GeodeQuery): Promise<GeodePage> {
    return this.lists.listGeodes(query);
  }

  @Handles('catalog.list-featured')
  listFeatured(): Promise<Geode[]> {
    return this.lists.listFeatured();
  }

  @Handles('catalog.get-geode')
  getGeode(@Payload() { id }: GeodeId): Promise<Geode> {
    return this.lists.getGeode(id);
  }

  @Handles('catalog.list-inventory')
  listInventory(@Payload() query: PageQuery): Promise<GeodePage> {
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

  @Handles('catalog.get-inventory-age')
  stonesOnSale(): Promise<InventoryAge> {
    return this.onSale.read();
  }

  @Handles('catalog.used-pictures')
  usedPictures(@Payload() query: UsedPictures): Promise<{ used: string[] }> {
    return this.lists.usedPictures(query);
  }

  @Handles('catalog.create-geode')
  createGeode(@Payload() body: CreateGeodeBody): Promise<Geode> {
    return this.inventory.createGeode(body);
  }

  @Handles('catalog.update-geode')
  updateGeode(@Payload() { id, changes }: UpdateGeode): Promise<Geode> {
    return this.inventory.updateGeode(id, changes);
  }

  @Handles('catalog.feature-geode')
  featureGeode(@Payload() { id, isFeatured }: FeatureGeode): Promise<Geode> {
    return this.inventory.updateGeode(id, { isFeatured });
  }

  @Handles('catalog.delete-geode')
  async deleteGeode(@Payload() { id }: GeodeId): Promise<Nothing> {
    await this.inventory.deleteGeode(id);
    return {};
  }

  @Handles('catalog.list-geode-changes')
  listChanges(@Payload() query: ListAuditEntries): Promise<HistoryPage> {
    return this.inventory.listChanges(query);
  }

  @Handles('catalog.import-geodes')
  importGeodes(@Payload() geodes: ImportGeodes): Promise<{ created: number }> {
    return this.imports.run(geodes);
  }

  @Handles('catalog.past-import')
  pastImport(@Payload() key: ImportKey): Promise<PastImport> {
    return this.imports.past(key);
  }
}
