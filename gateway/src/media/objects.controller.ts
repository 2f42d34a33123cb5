import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LocatedPicture } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { matchesEtag } from '../http/accept.js';
import { byteRange, type ByteRange, isPicturePath, pictureFormat, pictureWidth } from './picture-request.js';
import { KEPT_UP_TO_BYTES, Pictures } from './pictures.js';

const FOR_EVER = 'public, max-age=31536000, immutable';
/** A better format is still being made. */
const SHORTLY = 'public, max-age=30';

/** Pictures, in the width and format that suit the browser. */
@Controller('objects')
export class ObjectsController {
  constructor(private readonly pictures: Pictures) {}

  @Get('*')
  async picture(
    @Param('*') path: string,
    @Query('w') w: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!isPicturePath(path)) throw new AppError('NOT_FOUND', 'There is no such picture.');
    const width = pictureWidth(w);
    const format = width === undefined ? 'original' : pictureFormat(request.headers.accept);
    const wish = { path, width, format };
    const picture = await this.pictures.locate(wish);
    const etag = `"${createHash('sha256').update(picture.key).digest('base64url').slice(0, 22)}"`;
    void reply.headers({
      'Cache-Control': picture.final ? FOR_EVER : SHORTLY,
      ETag: etag,
      Vary: 'Accept',
      'Accept-Ranges': 'bytes',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (matchesEtag(request.headers['if-none-match'], etag)) return void reply.code(304).send();
    const range = rangeOf(request, etag, picture.bytes);
    if (range === 'unsatisfiable')
      return void reply.code(416).header('Content-Range', `bytes */${picture.bytes}`).send();
    if (range === 'whole' && picture.final && picture.bytes <= KEPT_UP_TO_BYTES) {
      const body = await this.pictures.read(picture);
      request.replayable = { body, etag, isStill: () => this.pictures.isStill(wish, picture) };
    }
    await this.send(request, reply, picture, range === 'whole' ? undefined : range);
  }

  private async send(
    request: FastifyRequest,
    reply: FastifyReply,
    picture: LocatedPicture,
    range: ByteRange | undefined,
  ): Promise<void> {
    const { start, end } = range ?? { start: 0, end: picture.bytes - 1 };
    const isHead = request.method === 'HEAD';
    const small = picture.bytes <= KEPT_UP_TO_BYTES;
    // Fastify replaces the length of anything but a stream by that of the body it sends to HEAD: none.
    const body = isHead
      ? Readable.from([])
      : small
        ? (await this.pictures.read(picture)).subarray(start, end + 1)
        : await this.pictures.stream(picture, range);
    if (range) void reply.code(206).header('Content-Range', `bytes ${start}-${end}/${picture.bytes}`);
    void reply
      .type(picture.contentType)
      .header('Content-Length', end - start + 1)
      .send(body);
  }
}

/** A range counts only while the picture is the one it was cut from (If-Range). */
const rangeOf = ({ headers }: FastifyRequest, etag: string, size: number) => {
  const ifRange = headers['if-range'];
  return ifRange !== undefined && ifRange !== etag ? 'whole' : byteRange(headers.range, size);
};
