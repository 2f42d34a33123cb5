import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { EndHold, type Hold, HoldOfBrowser, type Nothing, TakeHold } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { HoldsService } from './holds.service.js';

@Controller()
export class HoldsController {
  constructor(private readonly holds: HoldsService) {}

  @Handles('catalog.take-hold')
  take(@Payload() command: TakeHold): Promise<Hold> {
    return this.holds.take(command);
  }

  @Handles('catalog.current-hold')
  current(@Payload() query: HoldOfBrowser): Promise<{ hold: Hold | null }> {
    return this.holds.current(query);
  }

  @Handles('catalog.end-hold')
  async end(@Payload() command: EndHold): Promise<Nothing> {
    await this.holds.end(command);
    return {};
  }
}
