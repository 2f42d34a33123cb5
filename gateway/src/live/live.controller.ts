import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LiveHub } from './live-hub.js';

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) of what changes in the shop. */
@Controller('api/live')
export class LiveController {
  constructor(private readonly hub: LiveHub) {}

  @Get()
  follow(
    @Headers('last-event-id') seen: string | undefined,
    @Query('after') after: unknown,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    this.hub.assertOpen();
    // a stream without an end is no answer to HEAD
    if (method === 'HEAD') return void reply.type('text/event-stream').send();
    // a browser sends the header when it comes back; a page that was just made says from where it follows
    const from = seen ?? (typeof after === 'string' && after !== '' ? after : undefined);
    this.hub.follow(reply.raw, reply.getHeaders(), from);
    reply.hijack();
  }
}
