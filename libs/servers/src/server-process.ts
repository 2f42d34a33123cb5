export type ServerName = 'postgres' | 'redis' | 'nats' | 'object-store';

/** The order in which servers start; they stop the other way round. */
export const SERVER_NAMES: readonly ServerName[] = ['postgres', 'redis', 'nats', 'object-store'];

/** How one private server is run and watched. */
export interface ServerProcess {
  name: ServerName;
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** Set where the server runs as another user than the caller. */
  uid?: number;
  gid?: number;
  /** Ends it in order; PostgreSQL waits for its clients on SIGTERM, so it wants SIGINT. */
  stopSignal: NodeJS.Signals;
  /** Lines of its output that tell an operator nothing. */
  hiddenLines: RegExp;
  /** Clears what a crash left behind. To be called before each start. */
  prepare(): Promise<void>;
  /** Whether it takes work now; never throws, takes at most 2 s. */
  ready(): Promise<boolean>;
}

export interface ObjectStoreAccess {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where the servers are; `postgres` is the administrative address. */
export interface ServerUrls {
  postgres: string;
  redis: string;
  nats: string;
  s3: ObjectStoreAccess;
}

export interface ProvisionOptions {
  /** Absolute folder for data, ports and secrets. */
  dataDir: string;
  /** Ports that others will listen on, though they do not yet. */
  reservedPorts?: number[];
  /** Says what is being done where it may take more than a second. */
  progress?: (message: string) => void;
  /** False for tests: data need not outlive the machine, only the process. Default true. */
  durable?: boolean;
}

export interface Provisioned<Access> {
  process: ServerProcess;
  access: Access;
}

/** There is no way to run a server here; the message says what to do about it. */
export class NoServerError extends Error {
  constructor(what: string, install: string, variable: string, reason?: string) {
    super(
      `${what} is not on this machine and could not be brought in${reason ? ` (${reason})` : ''}. ` +
        `Either install it (${install}), or give the address of one in ${variable}, or run the shop with \`docker compose up\`.`,
    );
    this.name = 'NoServerError';
  }
}
