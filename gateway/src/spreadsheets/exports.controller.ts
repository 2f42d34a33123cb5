import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Exports } from './exports.js';

/** The owner's tables as CSV. */
@Controller('api/admin')
export class ExportsController {
  constructor(private readonly exports: Exports) {}

  @Get('orders.csv')
  orders(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.exports.sendOrders(request, reply);
  }

  @Get('geodes.csv')
  inventory(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.exports.sendInventory(request, reply);
  }
}
