import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type HistoryPage, ListAuditEntries, ShopDetails } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { ShopDetailsService } from './shop-details.service.js';

@Controller()
export class ShopDetailsController {
  constructor(private readonly details: ShopDetailsService) {}

  @Handles('catalog.get-shop-details')
  read(): Promise<ShopDetails> {
    return this.details.read();
  }

  @Handles('catalog.set-shop-details')
  set(@Payload() changes: ShopDetails): Promise<ShopDetails> {
    return this.details.set(changes);
  }

  @Handles('catalog.list-shop-changes')
  listChanges(@Payload() query: ListAuditEntries): Promise<HistoryPage> {
    return this.details.listChanges(query);
  }
}
