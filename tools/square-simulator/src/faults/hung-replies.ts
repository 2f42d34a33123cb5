import type { FastifyReply } from 'fastify';

/** Each hanging call occupies a socket. Beyond this many, the oldest is closed. */
const MAX_HUNG = 500;

/** Keeps sockets of calls that never get a response, until the caller closes them or the simulator stops. */
export class HungReplies {
  private readonly replies = new Set<FastifyReply['raw']>();

  hold(reply: FastifyReply): void {
    const { raw } = reply.hijack();
    this.replies.add(raw);
    raw.once('close', () => this.replies.delete(raw));
    if (this.replies.size > MAX_HUNG) this.replies.values().next().value?.destroy();
  }

  release(): void {
    for (const raw of this.replies) raw.destroy();
  }
}
