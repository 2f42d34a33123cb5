import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ObjectStore, type ObjectStoreAccess } from '../pictures/object-store.js';

export interface StoreEnvironment {
  S3_ENDPOINT?: string;
  S3_BUCKET: string;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
}

export const objectStoreAccess = (config: StoreEnvironment): ObjectStoreAccess => ({
  endpoint: config.S3_ENDPOINT,
  bucket: config.S3_BUCKET,
  region: config.S3_REGION,
  accessKeyId: config.S3_ACCESS_KEY_ID,
  secretAccessKey: config.S3_SECRET_ACCESS_KEY,
});

@Global()
@Module({})
export class StoreModule implements OnApplicationShutdown {
  constructor(private readonly store: ObjectStore) {}

  static for(config: StoreEnvironment): DynamicModule {
    const store = { provide: ObjectStore, useFactory: () => new ObjectStore(objectStoreAccess(config)) };
    return { module: StoreModule, providers: [store], exports: [ObjectStore] };
  }

  onApplicationShutdown(): void {
    this.store.close();
  }
}
