import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { GatewaySettings } from '@geodes/contracts';
import { Bus, LOGGER, type Logger } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { AdminSessions } from './admin-sessions.js';
import { OwnerAccessReader } from './owner-access-reader.js';
import { OwnerPin } from './owner-pin.js';

/** Handles the operator's `sessions end` and `ready-for-trade`. The queue group lets one gateway do it. */
@Injectable()
export class OperatorCommands implements OnApplicationBootstrap {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
    private readonly sessions: AdminSessions,
    private readonly pin: OwnerPin,
    private readonly access: OwnerAccessReader,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.bus.answer('gateway.end-sessions', 'gateway', async () => {
      const ended = await this.sessions.endAll();
      this.logger.info({ ended }, 'all owner sessions ended by the operator');
      return { ended };
    });
    await this.bus.answer('gateway.get-settings', 'gateway', () => this.settings());
  }

  /** Throws UNAVAILABLE while the PIN and the passkeys are unknown. */
  private async settings(): Promise<GatewaySettings> {
    const { publicOrigin, isProduction, trustedProxies, CONTACT_EMAIL, CONTACT_PHONE, CONTACT_LOCATION } = this.config;
    const [pin, { passkeys }] = await Promise.all([this.pin.source(), this.access.read()]);
    return {
      publicUrl: publicOrigin,
      isProduction,
      trustedProxies: trustedProxies.length,
      pin,
      passkeys: passkeys.length,
      contact: { email: CONTACT_EMAIL, phone: CONTACT_PHONE, location: CONTACT_LOCATION },
    };
  }
}
