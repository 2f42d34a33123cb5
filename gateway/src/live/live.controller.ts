import { Controller, Get, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LiveHub } from './live-hub.js';

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) of what changes in the shop. */
@Controller('api/live')
export class LiveController {
  constructor(private readonly hub: LiveHub) {}

  @Get()
  follow(@Headers('last-event-id') seen: string | undefined, @Res() reply: FastifyReply): void {
    this.hub.follow(reply.raw, reply.getHeaders(), seen);
    reply.hijack();
  }
}
