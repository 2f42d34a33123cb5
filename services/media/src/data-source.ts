import type { DataSourceOptions } from 'typeorm';
import { databaseOptions, loadMigrations } from '@geodes/kit';
import { DiscardedObject, UnfinishedObject } from './pictures/picture-sweep.js';
import { Picture } from './pictures/picture.entity.js';
import { Upload } from './pictures/upload.entity.js';
import { Variant } from './pictures/variant.entity.js';

const migrations = await loadMigrations(new URL('migrations/', import.meta.url));

export const mediaDatabase = (url: string): DataSourceOptions =>
  databaseOptions({
    url,
    name: 'media',
    entities: [DiscardedObject, Picture, UnfinishedObject, Upload, Variant],
    migrations,
    poolSize: 8,
  });
