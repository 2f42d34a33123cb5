// Fake process for the supervisor's tests: HEALTH_PORT [exit-at-once | ignore-sigterm]
import { createServer } from 'node:http';

const [port, way] = process.argv.slice(2);
if (way === 'exit-at-once') {
  console.log('I cannot work like this');
  process.exit(3);
}
if (way === 'ignore-sigterm') process.on('SIGTERM', () => undefined);
createServer((request, response) => {
  response.end('ok');
  if (request.url === '/exit') process.exit(1);
}).listen(Number(port), '127.0.0.1');
