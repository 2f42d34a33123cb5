import { Controller, Get } from '@nestjs/common';
import type { ShopHealth } from '@geodes/contracts';
import { ShopHealthReader } from './shop-health.js';

/** Version and health of every part of the shop. */
@Controller('api/admin/health')
export class HealthController {
  constructor(private readonly reader: ShopHealthReader) {}

  @Get()
  read(): Promise<ShopHealth> {
    return this.reader.read();
  }
}
