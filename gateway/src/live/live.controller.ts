import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LiveHub } from './live-hub.js';

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) of what changes in the shop. */
@Controller('api/live')
export class LiveController {
  constructor(private readonly hub: LiveHub) {}

  @Get()
  follow(
    @Headers('last-event-id') seen: string | undefined,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    this.hub.assertOpen();
    // a stream without an end is no answer to HEAD
    if (method === 'HEAD') return void reply.type('text/event-stream').send();
    this.hub.follow(reply.raw, reply.getHeaders(), seen);
    reply.hijack();
  }
}
