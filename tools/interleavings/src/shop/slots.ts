import { DataSource, type DataSourceOptions } from 'typeorm';
import { catalogDatabase } from '@geodes/catalog/dist/data-source.js';
import { ordersDatabase } from '@geodes/orders/dist/data-source.js';
import { paymentsDatabase } from '@geodes/payments/dist/data-source.js';
import { Database } from '../database/database.js';
import { gatedDriver, type DataSourceUser } from '../database/driver.js';

export const SERVICES = ['orders', 'payments', 'catalog'] as const;
export type Service = (typeof SERVICES)[number];

const OPTIONS: Record<Service, (url: string) => DataSourceOptions> = {
  orders: ordersDatabase,
  payments: (url) => paymentsDatabase({ DATABASE_URL: url }),
  catalog: catalogDatabase,
};

/** A place for one process at a time. Each run of the process uses the slot's data source. */
export interface Slot {
  service: Service;
  /** The name in the schedule: orders#1. */
  name: string;
  dataSource: DataSource;
  user: DataSourceUser;
}

/** Databases and data sources, which are reused from run to run because creating them is slow. */
export interface TestBed {
  databases: Record<Service, Database>;
  slots: Slot[];
  close(): Promise<void>;
}

const PROCESSES_PER_SERVICE = 2;

/** Creates and migrates the databases, and opens a data source for each process. */
export const openTestBed = async (): Promise<TestBed> => {
  const [orders, payments, catalog] = await Promise.all(
    SERVICES.map((service) => Database.open(service, OPTIONS[service])),
  );
  if (!orders || !payments || !catalog) throw new Error('a database is missing');
  const databases = { orders, payments, catalog };
  const slots: Slot[] = [];
  for (const service of SERVICES)
    for (let number = 1; number <= PROCESSES_PER_SERVICE; number += 1) {
      const user: DataSourceUser = { run: undefined, gate: undefined };
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
