import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Bus, LOGGER, type Logger } from '@geodes/kit';
import { AdminSessions } from './admin-sessions.js';

/** The operator ends all sessions of the owner (`npm run ops -- sessions end`): one gateway does it for all. */
@Injectable()
export class EndSessions implements OnApplicationBootstrap {
  constructor(
    private readonly bus: Bus,
    private readonly sessions: AdminSessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.bus.answer('gateway.end-sessions', 'gateway', async () => {
      const ended = await this.sessions.endAll();
      this.logger.info({ ended }, 'all sessions of the owner ended by the operator');
      return { ended };
    });
  }
}
