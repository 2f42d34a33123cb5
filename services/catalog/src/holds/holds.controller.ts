import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  EndHold,
  EndHoldForOwner,
  type Hold,
  HoldOfBrowser,
  type Nothing,
  type OpenHolds,
  TakeHold,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { HoldsService } from './holds.service.js';
import { OwnerHolds } from './owner-holds.js';

@Controller()
export class HoldsController {
  constructor(
    private readonly holds: HoldsService,
    private readonly ownerHolds: OwnerHolds,
  ) {}

  @Handles('catalog.take-hold')
  take(@Payload() command: TakeHold): Promise<Hold> {
    return this.holds.take(command);
  }

  @Handles('catalog.current-hold')
  current(@Payload() query: HoldOfBrowser): Promise<{ hold: Hold | null }> {
    return this.holds.current(query);
  }

  @Handles('catalog.end-hold')
  end(@Payload() command: EndHold): Promise<{ isEnded: boolean }> {
    return this.holds.end(command);
  }

  @Handles('catalog.list-holds')
  list(): Promise<OpenHolds> {
    return this.ownerHolds.list();
  }

  @Handles('catalog.end-hold-for-owner')
  async endForOwner(@Payload() { holdId }: EndHoldForOwner): Promise<Nothing> {
    await this.ownerHolds.end(holdId);
    return {};
  }
}
