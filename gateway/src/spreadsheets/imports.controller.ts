import { buffer } from 'node:stream/consumers';
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImportCheck, ImportResult } from '@geodes/contracts';
import { AppError, badRequest, Bus } from '@geodes/kit';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { ResponseCache } from '../http/response-cache.js';
import { broken, readUploadedFile } from '../http/uploaded-file.js';
import { csvOf } from './csv.js';
import { type ChosenPictures, chosenPictures } from './chosen-pictures.js';
import { unreadable } from './file-text.js';
import { GeodeImports } from './geode-imports.js';
import { fieldColumns } from './geode-columns.js';
import { sampleGeodes } from './sample-geodes.js';

/** 1,000 geodes with their texts. */
const LIMIT_BYTES = 1024 * 1024;
/** Of the names of some 8,000 pictures. */
const NAMES_BYTES = 1024 * 1024;

/** Geodes from a CSV file. The session is checked before a request gets here. */
@Controller('api/admin/geodes/import')
export class ImportsController {
  constructor(
    private readonly imports: GeodeImports,
    private readonly bus: Bus,
    private readonly replies: ResponseCache,
  ) {}

  @Post('check')
  @HttpCode(200)
  @RouteConfig({ multipart: true })
  async check(@IdempotencyKey() key: string | undefined, @Req() request: FastifyRequest): Promise<ImportCheck> {
    const importId = importIdOf(key);
    const { file, chosen } = await sentOf(request);
    return this.imports.check(file, chosen, importId);
  }

  @Post()
  @RouteConfig({ multipart: true })
  async run(@IdempotencyKey() key: string | undefined, @Req() request: FastifyRequest): Promise<ImportResult> {
    const importId = importIdOf(key);
    try {
      const { file, chosen } = await sentOf(request);
      return await this.imports.run(file, chosen, importId);
    } finally {
      this.replies.drop();
    }
  }

  /** A file to begin with; the picture in it is one of the shop's, so that it can be imported as it is. */
  @Get('sample.csv')
  async sample(@Res() reply: FastifyReply): Promise<void> {
    const { geodes } = await this.bus.call('catalog.list-inventory', { page: 1, limit: 20 });
    void reply.type('text/csv; charset=utf-8');
    void reply.header('Content-Disposition', 'attachment; filename="midwest-geodes-sample.csv"');
    void reply.send(csvOf(fieldColumns, sampleGeodes(geodes)));
  }
}

/** Throws BAD_REQUEST. */
const importIdOf = (key: string | undefined): string => {
  if (key && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)) return key.toLowerCase();
  throw badRequest({ field: 'Idempotency-Key', reason: 'Idempotency-Key must be a UUID.' });
};

/** Throws BAD_REQUEST without a file, TOO_LARGE over 1 MB. */
const sentOf = async (request: FastifyRequest): Promise<{ file: Buffer; chosen: ChosenPictures }> => {
  const sent = await readUploadedFile(request, LIMIT_BYTES, NAMES_BYTES);
  if (!sent) throw unreadable('Please choose a CSV file.');
  const file = await buffer(sent.file).catch((error: unknown) => {
    throw broken(error);
  });
  if (sent.file.truncated) throw new AppError('TOO_LARGE', 'The file must be smaller than 1 MB. Please split it.');
  return { file, chosen: chosenPictures(textField(sent, 'pictures')) };
};

/** Undefined if there is none. */
const textField = ({ fields }: MultipartFile, name: string): string | undefined => {
  const field = fields[name];
  if (field === undefined) return undefined;
  if (Array.isArray(field) || field.type !== 'field') return '';
  if (field.valueTruncated) throw unreadable('There are too many pictures for one import. Please split it.');
  return String(field.value);
};
