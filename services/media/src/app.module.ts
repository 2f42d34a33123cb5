import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { HealthCheck } from '@geodes/kit';
import type { MediaConfig } from './config.js';
import { mediaDatabase } from './data-source.js';
import { ImageQueue } from './pictures/image-queue.js';
import { IngestService } from './pictures/ingest.service.js';
import { KnownPictures } from './pictures/known-pictures.js';
import { ObjectStore } from './pictures/object-store.js';
import { IncomingSweep, PictureSweep, SweepTask } from './pictures/picture-sweep.js';
import { PicturesController } from './pictures/pictures.controller.js';
import { VariantService } from './pictures/variant.service.js';

@Module({})
export class MediaModule {
  static for(config: MediaConfig): DynamicModule {
    return {
      module: MediaModule,
      // the health checks of KitModule inject ObjectStore
      global: true,
      exports: [ObjectStore],
      imports: [TypeOrmModule.forRoot(mediaDatabase(config.DATABASE_URL))],
      controllers: [PicturesController],
      providers: [
        { provide: ObjectStore, useFactory: () => new ObjectStore(config) },
        ImageQueue,
        VariantService,
        IngestService,
        KnownPictures,
        IncomingSweep,
        PictureSweep,
        SweepTask,
      ],
    };
  }
}

/** The checks of /health/ready besides NATS. */
export const mediaHealth = {
  useFactory: (database: DataSource, store: ObjectStore): HealthCheck[] => [
    { name: 'database', check: () => database.query('SELECT 1') },
    { name: 'object-store', check: () => store.check() },
  ],
  inject: [DataSource, ObjectStore],
} satisfies Omit<Provider, 'provide'>;
