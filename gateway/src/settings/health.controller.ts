import { Controller, Get } from '@nestjs/common';
import type { ShopHealth } from '@geodes/contracts';
import { ShopHealthReader } from './shop-health.js';

/** What runs in which version, and how it is. The session is checked before a request gets here. */
@Controller('api/admin/health')
export class HealthController {
  constructor(private readonly reader: ShopHealthReader) {}

  @Get()
  read(): Promise<ShopHealth> {
    return this.reader.read();
  }
}
