import { readEnvironment, ServiceEnvironment } from '@geodes/kit';
import { IsIn, IsNotEmpty, IsOptional, IsString, IsUrl, ValidateIf } from 'class-validator';

const SQUARE_ENVIRONMENTS = ['simulator', 'sandbox', 'production'] as const;

const isHosted = ({ SQUARE_ENVIRONMENT }: PaymentsConfig): boolean => SQUARE_ENVIRONMENT !== 'simulator';

/** The environment variables of the payments service. */
export class PaymentsConfig extends ServiceEnvironment {
  /** postgres://role:password@host:port/database */
  @IsString() @IsNotEmpty() DATABASE_URL!: string;
  @IsIn(SQUARE_ENVIRONMENTS) SQUARE_ENVIRONMENT: (typeof SQUARE_ENVIRONMENTS)[number] = 'simulator';
  /** For the simulator only: the SDK knows Square's own hosts. */
  @ValidateIf((config: PaymentsConfig) => !isHosted(config))
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  SQUARE_BASE_URL?: string;
  /** Required for Square; the simulator accepts any. */
  @ValidateIf((config: PaymentsConfig) => isHosted(config) || config.SQUARE_ACCESS_TOKEN !== undefined)
  @IsString()
  @IsNotEmpty()
  SQUARE_ACCESS_TOKEN?: string;
  @IsString() @IsNotEmpty() SQUARE_LOCATION_ID!: string;
  /** If unset, every webhook is refused. */
  @IsOptional() @IsString() SQUARE_WEBHOOK_SIGNATURE_KEY?: string;
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] }) PUBLIC_URL!: string;
}

/** Throws an Error that names every variable that is missing or malformed. */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env): PaymentsConfig =>
  readEnvironment(PaymentsConfig, environment);
