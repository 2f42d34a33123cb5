import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { type Events, type HistoryPage, HistoryQuery, SHOP_DETAILS_ID, ShopDetails } from '@geodes/contracts';
import { Bus, HandlesEvent } from '@geodes/kit';
import { ShopDetailsReader } from './shop-details-reader.js';

/** What the owner says about the shop. */
@Controller('api/admin/shop-details')
export class ShopDetailsController {
  constructor(
    private readonly bus: Bus,
    private readonly reader: ShopDetailsReader,
  ) {}

  @Get()
  async read(): Promise<ShopDetails> {
    return this.reader.withDefaults(await this.bus.call('catalog.get-shop-details', {}));
  }

  @Put()
  async change(@Body() changes: ShopDetails): Promise<ShopDetails> {
    const stored = await this.bus.call('catalog.set-shop-details', changes);
    await this.reader.refresh();
    return this.reader.withDefaults(stored);
  }

  @Get('history')
  history(@Query() { page, limit }: HistoryQuery): Promise<HistoryPage> {
    return this.bus.call('catalog.list-shop-changes', { id: SHOP_DETAILS_ID, page, limit });
  }

  /** Every gateway gets this event: its subscription has no queue group. */
  @HandlesEvent('catalog.changed')
  async catalogChanged({ ids }: Events['catalog.changed']): Promise<void> {
    if (ids.includes(SHOP_DETAILS_ID)) await this.reader.refresh();
  }
}
