import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  CreateGeodeBody,
  EntityId,
  type Geode,
  type HistoryPage,
  ImportGeodes,
  ImportKey,
  type InventoryAge,
  ListAuditEntries,
  type Nothing,
  type PastImport,
  ScheduleGeodes,
  UpdateGeode,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { GeodeImports } from './geode-imports.js';
import { GeodeInventory } from './geode-inventory.js';
import { InventoryAgeReader } from './inventory-age.js';

/** The owner's changes to geodes. */
@Controller()
export class InventoryController {
  constructor(
    private readonly inventory: GeodeInventory,
    private readonly inventoryAge: InventoryAgeReader,
    private readonly imports: GeodeImports,
  ) {}

  @Handles('catalog.create-geode')
  createGeode(@Payload() body: CreateGeodeBody): Promise<Geode> {
    return this.inventory.createGeode(body);
  }

  @Handles('catalog.update-geode')
  updateGeode(@Payload() { id, changes }: UpdateGeode): Promise<Geode> {
    return this.inventory.updateGeode(id, changes);
  }

  @Handles('catalog.schedule-geodes')
  scheduleGeodes(@Payload() command: ScheduleGeodes): Promise<{ changed: number }> {
    return this.inventory.scheduleGeodes(command);
  }

  @Handles('catalog.delete-geode')
  async deleteGeode(@Payload() { id }: EntityId): Promise<Nothing> {
    await this.inventory.deleteGeode(id);
    return {};
  }

  @Handles('catalog.list-geode-changes')
  listChanges(@Payload() query: ListAuditEntries): Promise<HistoryPage> {
    return this.inventory.listChanges(query);
  }

  @Handles('catalog.count-demo-geodes')
  async countDemoGeodes(): Promise<{ onSale: number }> {
    return { onSale: await this.inventory.countDemoGeodes() };
  }

  @Handles('catalog.get-inventory-age')
  getInventoryAge(): Promise<InventoryAge> {
    return this.inventoryAge.read();
  }

  @Handles('catalog.import-geodes')
  importGeodes(@Payload() geodes: ImportGeodes): Promise<{ created: number }> {
    return this.imports.run(geodes);
  }

  @Handles('catalog.past-import')
  findPastImport(@Payload() key: ImportKey): Promise<PastImport> {
    return this.imports.findPast(key);
  }
}
