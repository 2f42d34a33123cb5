import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LocatedPicture, Upload } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { matchesEtag } from '../http/accept.js';
import { byteRange, type ByteRange, isPicturePath, pictureFormat, pictureWidth } from './picture-request.js';
import { MAX_CACHED_PICTURE_BYTES, Pictures } from './pictures.js';
import { Uploads } from './uploads.js';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** While the better format is being encoded. A browser keeps what it has loaded; shared caches soon ask again. */
const INTERIM = 'public, max-age=31536000, s-maxage=30, immutable';

/** Pictures in the width and format that suit the browser, and the owner's uploads of them. */
@Controller()
export class PicturesController {
  constructor(
    private readonly pictures: Pictures,
    private readonly uploads: Uploads,
  ) {}

  @Post('api/objects/upload')
  @RouteConfig({ multipart: true })
  upload(@Req() request: FastifyRequest): Promise<Upload> {
    return this.uploads.receive(request);
  }

  @Get('objects/*')
  async picture(
    @Param('*') path: string,
    @Query('w') w: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!isPicturePath(path)) throw new AppError('NOT_FOUND', 'There is no such picture.');
    const width = pictureWidth(w);
    const format = width === undefined ? 'original' : pictureFormat(request.headers.accept);
    const variant = { path, width, format };
    const picture = await this.pictures.locate(variant);
    const etag = `"${hash('sha256', picture.key, 'base64url').slice(0, 22)}"`;
    void reply.headers({
      'Cache-Control': picture.final ? IMMUTABLE : INTERIM,
      ETag: etag,
      Vary: 'Accept',
      'Accept-Ranges': 'bytes',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (matchesEtag(request.headers['if-none-match'], etag)) return void reply.code(304).send();
    const range = rangeOf(request, etag, picture.bytes);
    if (range === 'unsatisfiable')
      return void reply
        .code(416)
        .headers({ 'Cache-Control': 'no-store', 'Content-Range': `bytes */${picture.bytes}` })
        .send();
    const part = range === 'whole' ? undefined : range;
    const body = await this.bodyOf(request, picture, part);
    if (Buffer.isBuffer(body) && !part && picture.final)
      request.replayable = { body, etag, isFresh: () => this.pictures.isFresh(variant, picture) };
    const { start, end } = part ?? { start: 0, end: picture.bytes - 1 };
    if (part) void reply.code(206).header('Content-Range', `bytes ${start}-${end}/${picture.bytes}`);
    void reply
      .type(picture.contentType)
      .header('Content-Length', end - start + 1)
      .send(Buffer.isBuffer(body) ? body.subarray(start, end + 1) : body);
  }

  /** Returns a small picture whole, and of a large one what was asked for. */
  private async bodyOf(
    { method }: FastifyRequest,
    picture: LocatedPicture,
    part: ByteRange | undefined,
  ): Promise<Buffer | Readable> {
    // for HEAD, Fastify sets the length of anything but a stream to 0
    if (method === 'HEAD') return Readable.from([]);
    return picture.bytes <= MAX_CACHED_PICTURE_BYTES
      ? this.pictures.read(picture)
      : this.pictures.stream(picture, part);
  }
}

/** Ignores the range if the client's part is of another version of the picture (If-Range). */
const rangeOf = ({ headers }: FastifyRequest, etag: string, size: number) => {
  const ifRange = headers['if-range'];
  return ifRange !== undefined && ifRange !== etag ? 'whole' : byteRange(headers.range, size);
};
