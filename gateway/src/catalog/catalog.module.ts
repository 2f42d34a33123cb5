import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.js';
import { GeodesController } from './geodes.controller.js';
import { OwnerInventoryController } from './owner-inventory.controller.js';
import { OwnerShowcaseController } from './owner-showcase.controller.js';

@Module({
  imports: [MediaModule],
  controllers: [GeodesController, OwnerInventoryController, OwnerShowcaseController],
})
export class CatalogModule {}
