import { Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Bus, LOGGER, type Logger } from '@geodes/kit';
import { AdminSessions } from './admin-sessions.js';
import { AuthController } from './auth.controller.js';
import { GatewaySettingsReader } from './gateway-settings.js';
import { KnownDevices } from './known-devices.js';
import { LoginAttempts } from './login-attempts.js';
import { Login } from './login.js';
import { OwnerAccessController } from './owner-access.controller.js';
import { OwnerAccessReader } from './owner-access-reader.js';
import { OwnerPin } from './owner-pin.js';
import { Passkeys } from './passkeys.js';

@Module({
  controllers: [AuthController, OwnerAccessController],
  providers: [
    AdminSessions,
    GatewaySettingsReader,
    KnownDevices,
    Login,
    LoginAttempts,
    OwnerAccessReader,
    OwnerPin,
    Passkeys,
  ],
  exports: [AdminSessions],
})
export class AuthModule implements OnApplicationBootstrap {
  constructor(
    private readonly bus: Bus,
    private readonly sessions: AdminSessions,
    private readonly settings: GatewaySettingsReader,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Handles the operator's `sessions end` and `ready-for-trade`. The queue group lets one gateway do it. */
  async onApplicationBootstrap(): Promise<void> {
    await this.bus.answer('gateway.end-sessions', 'gateway', async () => {
      const ended = await this.sessions.endAll();
      this.logger.info({ ended }, 'all owner sessions ended by the operator');
      return { ended };
    });
    await this.bus.answer('gateway.get-settings', 'gateway', () => this.settings.read());
  }
}
