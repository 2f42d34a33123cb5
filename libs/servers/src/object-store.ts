import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isHttpReady } from './probes.js';
import type { PortStore, SecretStore } from './ports-and-secrets.js';
import { minimalEnvironment } from './machine.js';
import { writePrivateFile } from './private-file.js';
import type { ObjectStoreAccess, Provisioned, ProvisionOptions } from './server-process.js';

const BUCKET = 'geodes';
const REGION = 'us-east-1';
const READY_TIMEOUT_MS = 1500;

/** Provisions a private S3 store (fauxqs) with a bucket. Objects are files in DATA_DIR/object-store. */
export async function provisionObjectStore(
  options: ProvisionOptions,
  ports: PortStore,
  secrets: SecretStore,
): Promise<Provisioned<ObjectStoreAccess>> {
  const folder = join(options.dataDir, 'object-store');
  const configFile = join(folder, 'config.json');
  const port = await ports.get('object-store');
  const access: ObjectStoreAccess = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    region: REGION,
    accessKeyId: secrets.get('s3AccessKeyId'),
    secretAccessKey: secrets.get('s3SecretAccessKey'),
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { bucket, region, accessKeyId } = access;
  writePrivateFile(configFile, JSON.stringify({ port, folder: join(folder, 'files'), bucket, region, accessKeyId }));
  return {
    access,
    process: {
      name: 'object-store',
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', mainFile(), configFile],
      env: minimalEnvironment(),
      cwd: folder,
      stopSignal: 'SIGTERM',
      hiddenLines: /^$/,
      ready: () => isHttpReady(`http://127.0.0.1:${port}/health`, READY_TIMEOUT_MS),
    },
  };
}

/** Jest loads this file from src/, but Node can run only the built program. */
const mainFile = (): string => fileURLToPath(new URL('../dist/object-store-main.js', import.meta.url));
