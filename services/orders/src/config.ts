import { IsNotEmpty, IsString } from 'class-validator';
import { readEnvironment, ServiceEnvironment } from '@geodes/kit';

class OrdersEnvironment extends ServiceEnvironment {
  /** postgres://role:password@host:port/database; no other service uses this database. */
  @IsString() @IsNotEmpty() DATABASE_URL!: string;
  @IsString() @IsNotEmpty() REDIS_URL!: string;
}

export type OrdersConfig = OrdersEnvironment;

export const readConfig = (): OrdersConfig => readEnvironment(OrdersEnvironment, process.env);
