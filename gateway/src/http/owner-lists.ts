import type { FastifyReply } from 'fastify';
import type { PageQuery } from '@geodes/contracts';
import { type Page, streamList } from './stream-list.js';

const DEFAULT_LIMIT = 50;

/** The page an owner's list was asked for; undefined for all of it. One of the two gives the other its default. */
export const asPage = ({ page, limit }: PageQuery): { page: number; limit: number } | undefined =>
  page === undefined && limit === undefined ? undefined : { page: page ?? 1, limit: limit ?? DEFAULT_LIMIT };

/** Answers with all of a list as one array. */
export const sendWhole = async <T extends { id: string }>(
  reply: FastifyReply,
  read: (page: number, limit: number) => Promise<Page<T>>,
): Promise<void> => {
  void reply.type('application/json; charset=utf-8').send(await streamList(read));
};
