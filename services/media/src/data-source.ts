import type { DataSourceOptions } from 'typeorm';
import { databaseOptions, loadMigrations } from '@geodes/kit';
import { DiscardedObject, UnfinishedObject } from './pictures/picture-sweep.js';
import { Picture, Upload, Variant } from './pictures/picture.entity.js';

const migrations = await loadMigrations(new URL('migrations/', import.meta.url));

export const mediaDatabase = (url: string): DataSourceOptions =>
  databaseOptions({
    url,
    name: 'media',
    entities: [DiscardedObject, Picture, UnfinishedObject, Upload, Variant],
    migrations,
    poolSize: 8,
  });
