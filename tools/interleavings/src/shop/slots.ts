import { DataSource, type DataSourceOptions } from 'typeorm';
import { catalogDatabase } from '@geodes/catalog/dist/data-source.js';
import { ordersDatabase } from '@geodes/orders/dist/data-source.js';
import { paymentsDatabase } from '@geodes/payments/dist/data-source.js';
import { Database } from '../database/database.js';
import { gatedDriver, type User } from '../database/driver.js';

export const SERVICES = ['orders', 'payments', 'catalog'] as const;
export type Service = (typeof SERVICES)[number];

const OPTIONS: Record<Service, (url: string) => DataSourceOptions> = {
  orders: ordersDatabase,
  payments: (url) => paymentsDatabase({ DATABASE_URL: url }),
  catalog: catalogDatabase,
};

/** A place for one process after the other, with the data source that all its lives use. */
export interface Slot {
  service: Service;
  /** As the schedule names it: orders#1. */
  name: string;
  dataSource: DataSource;
  user: User;
}

/** What is kept from one interleaving to the next because making it takes long: databases and data sources. */
export interface Site {
  databases: Record<Service, Database>;
  slots: Slot[];
  close(): Promise<void>;
}

const PROCESSES_EACH = 2;

export const openSite = async (): Promise<Site> => {
  const [orders, payments, catalog] = await Promise.all(
    SERVICES.map((service) => Database.open(service, OPTIONS[service])),
  );
  if (!orders || !payments || !catalog) throw new Error('a database is missing');
  const databases = { orders, payments, catalog };
  const slots: Slot[] = [];
  for (const service of SERVICES)
    for (let number = 1; number <= PROCESSES_EACH; number += 1) {
      const user: User = { life: undefined, gate: undefined };
      const options = { ...OPTIONS[service](databases[service].url), driver: gatedDriver(databases[service], user) };
      const dataSource = await new DataSource(options as DataSourceOptions).initialize();
      slots.push({ service, name: `${service}#${number}`, dataSource, user });
    }
  const close = async () => {
    for (const { dataSource } of slots) await dataSource.destroy();
    for (const service of SERVICES) await databases[service].close();
  };
  return { databases, slots, close };
};
