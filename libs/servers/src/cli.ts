import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startServers } from './start-servers.js';

/** `node libs/servers/dist/cli.js --data FOLDER` starts all servers, prints their URLs and runs until a signal. */
const { values } = parseArgs({ options: { data: { type: 'string' }, durable: { type: 'boolean', default: false } } });
if (!values.data) {
  console.error('Usage: node libs/servers/dist/cli.js --data FOLDER [--durable]');
  process.exit(2);
}
const progress = (message: string) => console.error(message);
const servers = await startServers({ dataDir: resolve(values.data), durable: values.durable, progress });
console.log(JSON.stringify(servers.urls));
const idle = setInterval(() => undefined, 1 << 30);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => void servers.stop().then(() => clearInterval(idle)));
