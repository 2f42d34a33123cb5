import type { DataSourceOptions } from 'typeorm';
import { databaseOptions } from '@geodes/kit';
import { AuditEntryRow } from '@geodes/kit/audit-log';
import { ProcessedEvent } from './events/processed-event.entity.js';
import { Geode } from './geodes/geode.entity.js';
import { GeodeImport } from './inventory/geode-import.entity.js';
import { LiveEvent, PendingLiveEvent, LivePosition } from './live/live-event.entity.js';
import { CreateCatalog1764000000000 } from './migrations/1764000000000-create-catalog.js';
import { HoldForABrowser1795270000000 } from './migrations/1795270000000-hold-for-a-browser.js';
import { LiveEvents1795271000000 } from './migrations/1795271000000-live-events.js';
import { KeepChanges1795310000000 } from './migrations/1795310000000-keep-changes.js';
import { OnSaleSince1795320000000 } from './migrations/1795320000000-on-sale-since.js';
import { KeepImports1795330000000 } from './migrations/1795330000000-keep-imports.js';
import { CountInAnIndex1795341000000 } from './migrations/1795341000000-count-in-an-index.js';
import { SearchWhatIsOnSale1795380000000 } from './migrations/1795380000000-search-what-is-on-sale.js';
import { NumberLiveEventsLater1795390000000 } from './migrations/1795390000000-number-live-events-later.js';
import { FindAllOfAHold1795400000000 } from './migrations/1795400000000-find-all-of-a-hold.js';
import { CountSecondChances1795410000000 } from './migrations/1795410000000-count-second-chances.js';
import { LogWhatIsCounted1795420000000 } from './migrations/1795420000000-log-what-is-counted.js';
import { WithdrawWhatIsReserved1795430000000 } from './migrations/1795430000000-withdraw-what-is-reserved.js';
import { WithdrawOnce1795440000000 } from './migrations/1795440000000-withdraw-once.js';
import { WithdrawWhatIsOnSale1795450000000 } from './migrations/1795450000000-withdraw-what-is-on-sale.js';
import { SearchInPostgresql1795460000000 } from './migrations/1795460000000-search-in-postgresql.js';
import { OrderRelease } from './reservations/order-release.entity.js';
import { ShowcaseItem } from './showcase/showcase-item.entity.js';
import { Hold } from './units/hold.entity.js';
import { Reservation } from './units/reservation.entity.js';

export const catalogDatabase = (url: string): DataSourceOptions =>
  databaseOptions({
    url,
    name: 'catalog',
    entities: [
      AuditEntryRow,
      Geode,
      GeodeImport,
      ProcessedEvent,
      Hold,
      LiveEvent,
      PendingLiveEvent,
      LivePosition,
      OrderRelease,
      Reservation,
      ShowcaseItem,
    ],
    migrations: [
      CreateCatalog1764000000000,
      HoldForABrowser1795270000000,
      LiveEvents1795271000000,
      KeepChanges1795310000000,
      OnSaleSince1795320000000,
      KeepImports1795330000000,
      CountInAnIndex1795341000000,
      SearchWhatIsOnSale1795380000000,
      NumberLiveEventsLater1795390000000,
      FindAllOfAHold1795400000000,
      CountSecondChances1795410000000,
      LogWhatIsCounted1795420000000,
      WithdrawWhatIsReserved1795430000000,
      WithdrawOnce1795440000000,
      WithdrawWhatIsOnSale1795450000000,
      SearchInPostgresql1795460000000,
    ],
    poolSize: 12,
  });
