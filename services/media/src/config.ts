import { IsNotEmpty, IsOptional, IsString, IsUrl } from 'class-validator';
import { readEnvironment, ServiceEnvironment } from '@geodes/kit';

export class MediaConfig extends ServiceEnvironment {
  /** postgres://role:password@host:port/database */
  @IsString() @IsNotEmpty() DATABASE_URL!: string;
  /** If unset, Amazon S3. */
  @IsOptional() @IsUrl({ require_tld: false, protocols: ['http', 'https'] }) S3_ENDPOINT?: string;
  @IsString() @IsNotEmpty() S3_BUCKET!: string;
  @IsString() S3_REGION: string = 'us-east-1';
  /** If unset, the SDK's default credentials. */
  @IsOptional() @IsString() S3_ACCESS_KEY_ID?: string;
  @IsOptional() @IsString() S3_SECRET_ACCESS_KEY?: string;
}

export const readConfig = (): MediaConfig => readEnvironment(MediaConfig, process.env);
