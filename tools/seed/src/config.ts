import { IsIn, IsNotEmpty, IsOptional, IsString, IsUrl } from 'class-validator';
import { numberInText } from '@geodes/contracts';
import { ProcessEnvironment, readEnvironment } from '@geodes/kit';

class SeedEnvironment extends ProcessEnvironment {
  /** Default: Amazon S3. */
  @IsOptional() @IsUrl({ require_tld: false, protocols: ['http', 'https'] }) S3_ENDPOINT?: string;
  @IsString() @IsNotEmpty() S3_BUCKET!: string;
  @IsString() S3_REGION: string = 'us-east-1';
  /** Default: the credentials of the machine. */
  @IsOptional() @IsString() S3_ACCESS_KEY_ID?: string;
  @IsOptional() @IsString() S3_SECRET_ACCESS_KEY?: string;
  /** `none`: no demo. A container starts and ends at once; `npm start` does not start the seed. */
  @IsIn(['demo', 'none']) SEED: 'demo' | 'none' = 'demo';
  /** Number of demo geodes. */
  @numberInText(0, 100_000) SEED_COUNT: number = 48;
  /** Maximum number of views per geode; each view is a picture to draw. */
  @numberInText(1, 9) SEED_VIEWS: number = 9;
  /** Folder that stores the seed's progress. */
  @IsString() @IsNotEmpty() DATA_DIR!: string;
}

export type SeedConfig = SeedEnvironment;

export const readConfig = (): SeedConfig => readEnvironment(SeedEnvironment, process.env);
