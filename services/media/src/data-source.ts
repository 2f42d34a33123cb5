import type { DataSourceOptions } from 'typeorm';
import { databaseOptions } from '@geodes/kit';
import { CreateMedia1764000000000 } from './migrations/1764000000000-create-media.js';
import { SweepPictures1795300000000 } from './migrations/1795300000000-sweep-pictures.js';
import { DiscardedObject } from './pictures/discarded-object.entity.js';
import { Picture } from './pictures/picture.entity.js';
import { Upload } from './pictures/upload.entity.js';
import { Variant } from './pictures/variant.entity.js';

export const mediaDatabase = (url: string): DataSourceOptions =>
  databaseOptions({
    url,
    name: 'media',
    entities: [DiscardedObject, Picture, Upload, Variant],
    migrations: [CreateMedia1764000000000, SweepPictures1795300000000],
    poolSize: 8,
  });
