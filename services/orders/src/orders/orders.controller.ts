import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  type AdminOrder,
  type AdminOrderPage,
  EmailQuery,
  type ExportPage,
  ExportQuery,
  type HistoryPage,
  ListAuditEntries,
  type LookupOrder,
  OrderId,
  OrderList,
  SetOrderStatus,
  UsedPictures,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { OrderLists } from './order-lists.js';
import { OrdersService } from './orders.service.js';

@Controller()
export class OrdersController {
  constructor(
    private readonly service: OrdersService,
    private readonly lists: OrderLists,
  ) {}

  @Handles('orders.lookup')
  lookup(@Payload() query: EmailQuery): Promise<LookupOrder[]> {
    return this.service.lookup(query);
  }

  @Handles('orders.list')
  list(@Payload() query: OrderList): Promise<AdminOrderPage> {
    return this.lists.list(query);
  }

  @Handles('orders.export')
  export(@Payload() query: ExportQuery): Promise<ExportPage<AdminOrder>> {
    return this.lists.export(query);
  }

  @Handles('orders.used-pictures')
  usedPictures(@Payload() query: UsedPictures): Promise<{ used: string[] }> {
    return this.service.usedPictures(query);
  }

  @Handles('orders.set-status')
  setStatus(@Payload() command: SetOrderStatus): Promise<AdminOrder> {
    return this.service.setStatus(command);
  }

  @Handles('orders.list-changes')
  listChanges(@Payload() query: ListAuditEntries): Promise<HistoryPage> {
    return this.service.listChanges(query);
  }

  @Handles('orders.archive')
  archive(@Payload() command: OrderId): Promise<AdminOrder> {
    return this.service.archive(command);
  }
}
