import { setTimeout as pause } from 'node:timers/promises';
import { type GatewayUnderTest, PUBLIC_ORIGIN, startGateway } from './gateway-app.js';

/** The files are streamed here too, or the test would measure its own memory. */
const CHUNK = Buffer.alloc(64 * 1024, 7);
/** The largest upload. */
const SIZE = 10 * 1024 * 1024 - 1;
/** Four uploads with two parts of 5 MB each, and uncollected garbage. */
const MAX_MB = 250;

let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
  cookie = await gateway.logIn();
});
afterAll(() => gateway.stop());

const body = (): ReadableStream<Uint8Array> => {
  let left = SIZE;
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  return new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from(head)),
    pull: (stream) => {
      if (left > 0) {
        const next = Math.min(left, CHUNK.length);
        stream.enqueue(Uint8Array.from(CHUNK.subarray(0, next)));
        left -= next;
      } else {
        stream.enqueue(Buffer.from('\r\n--x--\r\n'));
        stream.close();
      }
    },
  });
};

const upload = async (): Promise<number> => {
  const headers = { cookie, origin: PUBLIC_ORIGIN, 'content-type': 'multipart/form-data; boundary=x' };
  const init = { method: 'POST', headers, body: body(), duplex: 'half' };
  const answer = await fetch(`${gateway.url}/api/objects/upload`, init as RequestInit);
  await answer.arrayBuffer();
  return answer.status;
};

const residentMb = () => process.memoryUsage.rss() / 1024 / 1024;

it("20 concurrent uploads of 10 MB are streamed, so the gateway's memory stays bounded", async () => {
  const before = residentMb();
  let peak = before;
  let done = false;
  const watch = async () => {
    while (!done) {
      peak = Math.max(peak, residentMb());
      await pause(20);
    }
  };
  const watching = watch();
  const statuses = await Promise.all(Array.from({ length: 20 }, upload));
  done = true;
  await watching;
  process.stderr.write(`20 uploads of 10 MB: ${Math.round(peak - before)} MB more than before at the peak\n`);
  expect(statuses).toEqual(Array(20).fill(201));
  expect(peak - before).toBeLessThan(MAX_MB);
});
