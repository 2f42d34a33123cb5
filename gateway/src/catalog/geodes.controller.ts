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
  list(@Query() query: GeodeQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const key = `geodes:${JSON.stringify(Object.entries(query).sort())}`;
    return this.send(request, reply, key, async () => {
      const page = await this.bus.call('catalog.list-geodes', query);
      return { ...page, geodes: await this.placeholders.addTo(page.geodes, firstPicture) };
    });
  }

  @Get('geodes/featured')
  featured(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply, 'featured', async () =>
      this.placeholders.addTo(await this.bus.call('catalog.list-featured', {}), firstPicture),
    );
  }

  @Get('geodes/:id')
  get(@Param('id', UuidParamPipe) id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.send(request, reply, `geode:${id}`, async () => {
      const [geode] = await this.placeholders.addTo([await this.bus.call('catalog.get-geode', { id })], firstPicture);
      return geode;
    });
  }

  @Get('showcase')
  showcase(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply, 'showcase', async () =>
      this.placeholders.addTo(await this.bus.call('catalog.list-showcase', {}), firstImage),
    );
  }

  private async send(request: FastifyRequest, reply: FastifyReply, key: string, read: () => Promise<unknown>) {
    sendCached(request, reply, await this.cache.get(key, async () => json(await read())));
  }
}
