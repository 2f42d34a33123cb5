// A process or thread for the supervisor's tests: HEALTH_PORT [exit-at-once | ignore-sigterm]
import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';

const [port, way] = process.argv.slice(2);
if (way === 'exit-at-once') {
  console.log('I cannot work like this');
  process.exit(3);
}
parentPort?.once('message', (word) => process.exit(word === 'SIGTERM' ? 0 : 1));
if (way === 'ignore-sigterm') process.on('SIGTERM', () => undefined);
createServer((request, response) => {
  response.end('ok');
  if (request.url === '/exit') process.exit(1);
}).listen(Number(port), '127.0.0.1');
