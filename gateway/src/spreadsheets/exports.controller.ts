import { Controller, Get, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Exports } from './exports.js';

/** The owner's tables as CSV. */
@Controller('api/admin')
export class ExportsController {
  constructor(private readonly exports: Exports) {}

  /** Has names and postal addresses. */
  @Get('orders.csv')
  @RouteConfig({ needsProof: true })
  orders(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.exports.sendOrders(request, reply);
  }

  @Get('geodes.csv')
  inventory(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.exports.sendInventory(request, reply);
  }
}
