import { IsNotEmpty, IsNumber, IsOptional, IsPositive, IsString } from 'class-validator';
import { Transform } from 'class-transformer';
import { readEnvironment, ServiceEnvironment } from '@geodes/kit';

/** Plain decimal digits; what else JavaScript takes for a number (`1e2`, `0x10`) stays text and is refused. */
const plainDecimal = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;

class CatalogEnvironment extends ServiceEnvironment {
  /** postgres://role:password@host:port/database, the service's own. */
  @IsString() @IsNotEmpty() DATABASE_URL!: string;
  @IsString() @IsNotEmpty() REDIS_URL!: string;
  /** How long a hold lasts; fractions work. */
  @IsOptional() @Transform(plainDecimal) @IsNumber() @IsPositive() HOLD_MINUTES: number = 10;
}

export type CatalogConfig = CatalogEnvironment;

export const readConfig = (): CatalogConfig => readEnvironment(CatalogEnvironment, process.env);
