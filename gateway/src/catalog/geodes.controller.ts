import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Geode, GeodeQuery, type ShowcaseItem } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/request-params.js';
import { json, ResponseCache, sendCached } from '../http/response-cache.js';
import { Placeholders } from '../media/placeholders.js';

const firstPicture = ({ imageUrl }: Geode) => imageUrl;
const firstImage = ({ images }: ShowcaseItem) => images[0];

/** The catalogue as buyers read it, from the response cache. */
@Controller('api')
export class GeodesController {
  constructor(
    private readonly bus: Bus,
    private readonly cache: ResponseCache,
    private readonly placeholders: Placeholders,
  ) {}

  @Get('geodes')
  async list(@Query() query: GeodeQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const key = `geodes:${JSON.stringify(Object.entries(query).sort())}`;
    const read = async () => {
      const page = await this.bus.call('catalog.list-geodes', query);
      return json({ ...page, geodes: await this.placeholders.addTo(page.geodes, firstPicture) });
    };
    sendCached(request, reply, await this.cache.get(key, read));
  }

  @Get('geodes/featured')
  async featured(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const read = async () =>
      json(await this.placeholders.addTo(await this.bus.call('catalog.list-featured', {}), firstPicture));
    sendCached(request, reply, await this.cache.get('featured', read));
  }

  @Get('geodes/:id')
  async get(
    @Param('id', UuidParamPipe) id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const read = async () => {
      const [geode] = await this.placeholders.addTo([await this.bus.call('catalog.get-geode', { id })], firstPicture);
      return json(geode);
    };
    sendCached(request, reply, await this.cache.get(`geode:${id}`, read));
  }

  @Get('showcase')
  async showcase(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const read = async () =>
      json(await this.placeholders.addTo(await this.bus.call('catalog.list-showcase', {}), firstImage));
    sendCached(request, reply, await this.cache.get('showcase', read));
  }
}
