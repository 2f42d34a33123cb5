import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  CreateShowcaseItem,
  EntityId,
  type HistoryPage,
  ListAuditEntries,
  type Nothing,
  type ShowcaseItem,
  UpdateShowcaseItem,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { ShowcaseService } from './showcase.service.js';

@Controller()
export class ShowcaseController {
  constructor(private readonly showcase: ShowcaseService) {}

  @Handles('catalog.list-showcase')
  listShowcase(): Promise<ShowcaseItem[]> {
    return this.showcase.listShowcase();
  }

  @Handles('catalog.create-showcase-item')
  createItem(@Payload() item: CreateShowcaseItem): Promise<ShowcaseItem> {
    return this.showcase.createItem(item);
  }

  @Handles('catalog.update-showcase-item')
  updateItem(@Payload() update: UpdateShowcaseItem): Promise<ShowcaseItem> {
    return this.showcase.updateItem(update);
  }

  @Handles('catalog.list-showcase-changes')
  listChanges(@Payload() query: ListAuditEntries): Promise<HistoryPage> {
    return this.showcase.listChanges(query);
  }

  @Handles('catalog.delete-showcase-item')
  async deleteItem(@Payload() { id }: EntityId): Promise<Nothing> {
    await this.showcase.deleteItem(id);
    return {};
  }
}
