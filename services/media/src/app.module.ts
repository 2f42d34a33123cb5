import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { HealthCheck } from '@geodes/kit';
import type { MediaConfig } from './config.js';
import { mediaDatabase } from './data-source.js';
import { IncomingSweep } from './pictures/incoming-sweep.js';
import { IngestService } from './pictures/ingest.service.js';
import { KnownPictures } from './pictures/known-pictures.js';
import { PictureSweep } from './pictures/picture-sweep.js';
import { PicturesController } from './pictures/pictures.controller.js';
import { SweepTimer } from './pictures/sweep.task.js';
import { VariantService } from './pictures/variant.service.js';
import { StoreModule } from './store/store.module.js';
import { ObjectStore } from './pictures/object-store.js';
import { ImageQueue } from './pictures/image-queue.js';

@Module({})
export class MediaModule {
  static for(config: Omit<MediaConfig, 'HTTP_PORT' | 'HTTP_HOST' | 'NATS_URL' | 'LOG_LEVEL'>): DynamicModule {
    return {
      module: MediaModule,
      imports: [TypeOrmModule.forRoot(mediaDatabase(config.DATABASE_URL)), StoreModule.for(config)],
      controllers: [PicturesController],
      providers: [ImageQueue, VariantService, IngestService, KnownPictures, IncomingSweep, PictureSweep, SweepTimer],
    };
  }
}

/** What /health/ready asks besides NATS. */
export const mediaHealth = {
  useFactory: (database: DataSource, store: ObjectStore): HealthCheck[] => [
    { name: 'database', check: () => database.query('SELECT 1') },
    { name: 'object-store', check: () => store.check() },
  ],
  inject: [DataSource, ObjectStore],
} satisfies Omit<Provider, 'provide'>;
