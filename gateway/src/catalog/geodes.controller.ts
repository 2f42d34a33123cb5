import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GeodeQuery } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { KnownIdPipe } from '../http/known-id.pipe.js';
import { json, ReadyReplies, sendReady } from '../http/ready-replies.js';

/** What shoppers read: ready-made replies that catalog's events drop. */
@Controller('api')
export class GeodesController {
  constructor(
    private readonly bus: Bus,
    private readonly replies: ReadyReplies,
  ) {}

  @Get('geodes')
  async list(@Query() query: GeodeQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const key = `geodes:${JSON.stringify(Object.entries(query).sort())}`;
    const ready = await this.replies.get(key, async () => json(await this.bus.call('catalog.list-geodes', query)));
    await sendReady(request, reply, ready);
  }

  @Get('geodes/featured')
  async featured(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const read = async () => json(await this.bus.call('catalog.list-featured', {}));
    await sendReady(request, reply, await this.replies.get('featured', read));
  }

  @Get('geodes/:id')
  async one(
    @Param('id', KnownIdPipe) id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const read = async () => json(await this.bus.call('catalog.get-geode', { id }));
    await sendReady(request, reply, await this.replies.get(`geode:${id}`, read));
  }

  @Get('showcase')
  async showcase(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const read = async () => json(await this.bus.call('catalog.list-showcase', {}));
    await sendReady(request, reply, await this.replies.get('showcase', read));
  }
}
