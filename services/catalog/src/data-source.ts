import type { DataSourceOptions } from 'typeorm';
import { databaseOptions, loadMigrations } from '@geodes/kit';
import { AuditEntryRow } from '@geodes/kit/audit-log';
import { Geode } from './geodes/geode.entity.js';
import { Hold } from './holds/hold.entity.js';
import { GeodeImport } from './inventory/geode-imports.js';
import { OwnerPin, Passkey } from './owner/owner-access.entity.js';
import { ShopDetailsRow } from './shop/shop-details.entity.js';
import { ShowcaseItem } from './showcase/showcase-item.entity.js';
import { Reservation } from './units/reservation.entity.js';

const migrations = await loadMigrations(new URL('migrations/', import.meta.url));

export const catalogDatabase = (url: string): DataSourceOptions =>
  databaseOptions({
    url,
    name: 'catalog',
    entities: [AuditEntryRow, Geode, GeodeImport, Hold, OwnerPin, Passkey, Reservation, ShopDetailsRow, ShowcaseItem],
    migrations,
    poolSize: 12,
  });
