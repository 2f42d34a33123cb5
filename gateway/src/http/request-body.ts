import { isUtf8 } from 'node:buffer';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badRequest } from '@geodes/kit';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A missing body is taken as `{}`. */
    mayLackBody?: boolean;
    /** The handler gets the body as a Buffer. The client is no browser, so its origin is not checked. */
    rawBody?: boolean;
    /** The route takes multipart/form-data. */
    multipart?: boolean;
  }
}

/**
 * Takes JSON bodies only, uploads aside. The site sends an empty body with a JSON content type to verify and logout; it
 * counts as no body.
 */
export const acceptJsonOnly = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) done(null, body);
    else if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body)) done(badRequest({ field: 'body', reason: 'What was sent is not UTF-8.' }));
    else void parseJson(request, body.toString('utf8'), done);
  });
  app.addHook('preValidation', async (request) => {
    const { multipart, mayLackBody } = request.routeOptions.config;
    if (request.headers['content-type']?.startsWith('multipart/') && !multipart)
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.');
    if (request.body === undefined && mayLackBody) request.body = {};
  });
};

const FORM_LIMITS = { files: 4, fields: 10, parts: 14 };
const MAX_FIELD_BYTES = 10_000;

/** An upload whose connection broke. */
export const uploadAborted = (cause: unknown): AppError =>
  Object.assign(badRequest({ field: 'file', reason: 'The upload broke off. Please try again.' }), { cause });

/**
 * Returns the form part named `file` and skips other files; undefined without one. A longer file or field is truncated
 * and marked so. Throws BAD_REQUEST for a malformed form.
 */
export const readUploadedFile = async (
  request: FastifyRequest,
  maxBytes: number,
  maxFieldBytes = MAX_FIELD_BYTES,
): Promise<MultipartFile | undefined> => {
  if (!request.isMultipart()) return undefined;
  try {
    const parts = request.files({
      limits: { ...FORM_LIMITS, fileSize: maxBytes, fieldSize: maxFieldBytes },
      throwFileSizeLimit: false,
    });
    for (let part = await parts.next(); !part.done; part = await parts.next()) {
      if (part.value.fieldname === 'file') return part.value;
      part.value.file.resume();
    }
    return undefined;
  } catch (error) {
    throw uploadAborted(error);
  }
};
