import type { FastifyReply } from 'fastify';
import { metrics } from '../metrics.js';

/** A call costs a socket for as long as it hangs; beyond this many the oldest is cut off. */
const MAX_HUNG = 500;

/** Calls that are never answered. Their sockets stay open until the caller leaves or the simulator stops. */
export class HungReplies {
  private readonly replies = new Set<FastifyReply['raw']>();

  hold(reply: FastifyReply): void {
    const { raw } = reply.hijack();
    this.replies.add(raw);
    raw.once('close', () => {
      this.replies.delete(raw);
      metrics.hungReplies.set(this.replies.size);
    });
    metrics.hungReplies.set(this.replies.size);
    if (this.replies.size > MAX_HUNG) this.replies.values().next().value?.destroy();
  }

  release(): void {
    for (const raw of this.replies) raw.destroy();
  }
}
