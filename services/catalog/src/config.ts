import { IsNotEmpty, IsNumber, IsOptional, IsPositive, IsString } from 'class-validator';
import { Type } from 'class-transformer';
import { readEnvironment, ServiceEnvironment } from '@geodes/kit';

class CatalogEnvironment extends ServiceEnvironment {
  /** postgres://role:password@host:port/database, the service's own. */
  @IsString() @IsNotEmpty() DATABASE_URL!: string;
  @IsString() @IsNotEmpty() REDIS_URL!: string;
  /** How long a hold lasts; fractions work. */
  @IsOptional() @Type(() => Number) @IsNumber() @IsPositive() HOLD_MINUTES: number = 10;
}

export type CatalogConfig = CatalogEnvironment;

export const readConfig = (): CatalogConfig => readEnvironment(CatalogEnvironment, process.env);
