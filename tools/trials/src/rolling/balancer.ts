import { type Dispatcher, Pool } from 'undici';

const LOOK_EVERY_MS = 250;
const LOOK_LIMIT_MS = 2_000;
const ANSWER_LIMIT_MS = 40_000;

interface Backend {
  address: string;
  pool: Pool;
  isReady: boolean;
}

/**
 * What a proxy before several gateways does: asks each for /health/ready, sends requests in turn to those that are, keeps
 * connections open, and tries nothing twice.
 */
export class Balancer {
  private readonly backends: Backend[];
  private next = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(gateways: string[], connections: number) {
    this.backends = gateways.map((address) => ({
      address,
      isReady: true,
      pool: new Pool(address, {
        connections,
        pipelining: 1,
        headersTimeout: ANSWER_LIMIT_MS,
        bodyTimeout: ANSWER_LIMIT_MS,
      }),
    }));
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
  }

  /** Throws what the connection fails with; where no gateway is ready that is said as well. */
  async send(request: Omit<Dispatcher.RequestOptions, 'origin'>): Promise<{ status: number; text: string }> {
    const ready = this.backends.filter(({ isReady }) => isReady);
    const backend = ready[this.next++ % ready.length];
    if (!backend) throw new Error('no gateway is ready');
    const { statusCode, body } = await backend.pool.request(request);
    return { status: statusCode, text: await body.text() };
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.backends.map(({ pool }) => pool.destroy()));
  }

  private async look(): Promise<void> {
    await Promise.all(
      this.backends.map(async (backend) => {
        const answer = await fetch(`${backend.address}/health/ready`, {
          signal: AbortSignal.timeout(LOOK_LIMIT_MS),
        }).then(
          async (reply) => {
            await reply.arrayBuffer();
            return reply.ok;
          },
          () => false,
        );
        backend.isReady = answer;
      }),
    );
  }
}
