import { migrateDatabase, startService } from '@geodes/kit';
import { MediaModule, mediaHealth } from './app.module.js';
import { readConfig } from './config.js';
import { mediaDatabase } from './data-source.js';
import { ObjectStore } from './pictures/object-store.js';

const config = readConfig();

await startService({
  service: 'media',
  config,
  module: MediaModule.for(config),
  health: mediaHealth,
  prepare: async (logger) => {
    await migrateDatabase(mediaDatabase(config.DATABASE_URL), logger);
    const store = new ObjectStore(config);
    await store.prepare();
    store.onApplicationShutdown();
  },
});
