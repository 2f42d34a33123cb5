import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Events } from '@geodes/contracts';
import { HandlesEvent } from '@geodes/kit';
import { LiveHub } from './live-hub.js';

/** Server-sent events of what changes in the shop (html.spec.whatwg.org/multipage/server-sent-events.html). */
@Controller('api/live')
export class LiveController {
  constructor(private readonly hub: LiveHub) {}

  @Get()
  follow(
    @Headers('last-event-id') lastEventId: string | undefined,
    @Query('after') after: unknown,
    @Req() { method, ip }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    this.hub.assertOpen(ip);
    // HEAD must end, a stream does not
    if (method === 'HEAD') return void reply.type('text/event-stream').send();
    // browsers send the header when they reconnect; a new page sends the event id that it was rendered at
    const from = lastEventId ?? (typeof after === 'string' && after !== '' ? after : undefined);
    this.hub.follow(reply.raw, reply.getHeaders(), ip, from);
    reply.hijack();
  }

  /** Every gateway gets this event: its subscription has no queue group. */
  @HandlesEvent('catalog.changed')
  catalogChanged(_event: Events['catalog.changed']): void {
    this.hub.catalogChanged();
  }
}
