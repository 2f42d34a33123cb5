import { Module } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { LiveModule } from '../live/live.module.js';
import { BuiltSite } from './built-site.js';
import { PageDocuments } from './page-documents.js';
import { ShopDetailsController } from './shop-details.controller.js';
import { ShopDetailsReader } from './shop-details-reader.js';
import { SiteController } from './site.controller.js';

@Module({
  imports: [LiveModule],
  controllers: [SiteController, ShopDetailsController],
  providers: [
    PageDocuments,
    ShopDetailsReader,
    { provide: BuiltSite, useFactory: (config: GatewayConfig) => BuiltSite.load(config), inject: [GatewayConfig] },
  ],
})
export class SiteModule {}
