import { Body, Controller, Headers, HttpCode, Ip, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { AppError, Bus } from '@geodes/kit';
import { RateLimits } from '../http/rate-limits.js';

const FORGED = 'This did not come from Square.';

/** Receives Square's webhooks. The payments service checks the signature over the raw bytes. */
@Controller('api/square/webhooks')
export class WebhooksController {
  constructor(
    private readonly bus: Bus,
    private readonly limits: RateLimits,
  ) {}

  @Post()
  @HttpCode(200)
  @RouteConfig({ rawBody: true })
  async receive(
    @Body() body: unknown,
    @Headers('x-square-hmacsha256-signature') signature: string | undefined,
    @Ip() address: string,
  ): Promise<{ received: true }> {
    await this.limits.check('forgedWebhooks', address);
    try {
      if (!Buffer.isBuffer(body) || !signature || signature.length > 200) throw new AppError('FORBIDDEN', FORGED);
      await this.bus.call('payments.receive-webhook', { body: body.toString('base64'), signature });
    } catch (error) {
      if (error instanceof AppError && error.code === 'FORBIDDEN') await this.limits.count('forgedWebhooks', address);
      throw error;
    }
    return { received: true };
  }
}
