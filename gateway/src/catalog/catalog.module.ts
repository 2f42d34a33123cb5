import { Module } from '@nestjs/common';
import { LiveModule } from '../live/live.module.js';
import { MediaModule } from '../media/media.module.js';
import { CatalogEventsController } from './catalog-events.controller.js';
import { GeodesController } from './geodes.controller.js';
import { InventoryController } from './inventory.controller.js';
import { ShowcaseAdminController } from './showcase-admin.controller.js';

@Module({
  imports: [LiveModule, MediaModule],
  controllers: [GeodesController, InventoryController, ShowcaseAdminController, CatalogEventsController],
})
export class CatalogModule {}
