import { IsNotEmpty, IsNumber, IsOptional, IsPositive, IsString } from 'class-validator';
import { Transform } from 'class-transformer';
import { readEnvironment, ServiceEnvironment } from '@geodes/kit';
import { DEFAULT_HOLD_MINUTES } from './holds/hold-limits.js';

/** Converts plain decimal digits. Other notations that `Number` accepts (`1e2`, `0x10`) stay text and fail validation. */
const plainDecimal = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;

export class CatalogConfig extends ServiceEnvironment {
  /** postgres://role:password@host:port/database */
  @IsString() @IsNotEmpty() DATABASE_URL!: string;
  @IsString() @IsNotEmpty() REDIS_URL!: string;
  /** How long a hold lasts, minutes; may be a fraction. */
  @IsOptional() @Transform(plainDecimal) @IsNumber() @IsPositive() HOLD_MINUTES: number = DEFAULT_HOLD_MINUTES;
}

export const readConfig = (): CatalogConfig => readEnvironment(CatalogConfig, process.env);
