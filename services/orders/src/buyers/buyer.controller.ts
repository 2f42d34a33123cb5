import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type BuyerInOrders, EmailQuery, type ErasedBuyer } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { EraseBuyer } from './erase-buyer.js';
import { ExportBuyer } from './export-buyer.js';

/** The operator's commands for a buyer who requests their data or its erasure. */
@Controller()
export class BuyerController {
  constructor(
    private readonly exporting: ExportBuyer,
    private readonly erasing: EraseBuyer,
  ) {}

  @Handles('orders.export-buyer')
  export(@Payload() query: EmailQuery): Promise<BuyerInOrders> {
    return this.exporting.read(query);
  }

  @Handles('orders.erase-buyer')
  erase(@Payload() query: EmailQuery): Promise<ErasedBuyer> {
    return this.erasing.erase(query);
  }
}
