import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@geodes/testing';
import { HoldingBrowser } from '../holds/holding-browser.js';

const RETRY_DELAY_MS = 100;
const MAX_TRIES = 20;

/** A browser whose requests go to the next gateway, with the same body, when a connection fails. */
export class RoamingBrowser extends HoldingBrowser {
  failures = 0;

  constructor(
    gateways: readonly string[],
    agent: Agent,
    address: string,
    private current: number,
  ) {
    super(gateways, agent, address);
  }

  override async send(...[method, path, options]: Parameters<HoldingBrowser['send']>): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1)
      try {
        const gateway = this.gateways[this.current % this.gateways.length];
        return await super.send(method, path, { ...options, gateway });
      } catch (error) {
        if (attempt === MAX_TRIES) throw error;
        this.failures += 1;
        this.current += 1;
        await sleep(RETRY_DELAY_MS);
      }
  }
}
