export type ServerName = 'postgres' | 'redis' | 'nats' | 'object-store';

/** All servers, in start order. */
export const SERVER_NAMES: readonly ServerName[] = ['postgres', 'redis', 'nats', 'object-store'];

/** Describes how to run a private server and check it. */
export interface ServerProcess {
  name: ServerName;
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** Set if the server runs as another user. */
  uid?: number;
  gid?: number;
  /** Stops the server cleanly. SIGINT for PostgreSQL, which waits for its clients on SIGTERM. */
  stopSignal: NodeJS.Signals;
  /** Output lines of no use to an operator. */
  hiddenLines: RegExp;
  /** Cleans up after a crash. Call it before each start. */
  prepare?(): Promise<void>;
  /** Returns whether the server accepts work. Never throws; takes at most 2 s. */
  ready(): Promise<boolean>;
}

export interface ObjectStoreAccess {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** URLs of the servers, as the administrator of each; an external Redis or NATS has one URL for all processes. */
export interface ServerUrls {
  postgres: string;
  redis: string;
  nats: string;
  s3: ObjectStoreAccess;
}

export interface ProvisionOptions {
  /** Absolute folder for data, ports and secrets. */
  dataDir: string;
  /** Ports that other processes will listen on later. */
  reservedPorts?: number[];
  /** Reports steps that may take more than a second. */
  progress?: (message: string) => void;
  /** False for tests: data survives a crash of the process, not of the machine. Default true. */
  durable?: boolean;
}

export interface Provisioned<Access> {
  process: ServerProcess;
  access: Access;
}

/** A server cannot run on this machine; the message says what to do. */
export class NoServerError extends Error {
  constructor(what: string, install: string, variable: string, reason?: string) {
    super(
      `${what} is not on this machine and could not be unpacked${reason ? ` (${reason})` : ''}. ` +
        `Either install it (${install}), or set ${variable} to the URL of one, or run the shop with \`docker compose up\`.`,
    );
    this.name = 'NoServerError';
  }
}
