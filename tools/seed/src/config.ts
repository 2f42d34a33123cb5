import { IsIn, IsNotEmpty, IsOptional, IsString, IsUrl } from 'class-validator';
import { numberInText } from '@geodes/contracts';
import { ProcessEnvironment, readEnvironment } from '@geodes/kit';

class SeedEnvironment extends ProcessEnvironment {
  @IsString() @IsNotEmpty() NATS_URL!: string;
  /** Unset: Amazon's own. */
  @IsOptional() @IsUrl({ require_tld: false, protocols: ['http', 'https'] }) S3_ENDPOINT?: string;
  @IsString() @IsNotEmpty() S3_BUCKET!: string;
  @IsString() S3_REGION: string = 'us-east-1';
  /** Unset: what the machine provides. */
  @IsOptional() @IsString() S3_ACCESS_KEY_ID?: string;
  @IsOptional() @IsString() S3_SECRET_ACCESS_KEY?: string;
  /** `none`: no demo. Told to a container, which starts all the same; npm start then starts none. */
  @IsIn(['demo', 'none']) SEED: 'demo' | 'none' = 'demo';
  /** How many demo geodes. */
  @numberInText(0, 100_000) SEED_COUNT: number = 48;
  /** From how many sides at most each is shown; each side is a picture to draw. */
  @numberInText(1, 9) SEED_VIEWS: number = 9;
  /** Folder that keeps how far the seed has come. */
  @IsString() @IsNotEmpty() DATA_DIR!: string;
}

export type SeedConfig = SeedEnvironment;

export const readConfig = (): SeedConfig => readEnvironment(SeedEnvironment, process.env);
