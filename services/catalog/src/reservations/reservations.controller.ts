import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  type Nothing,
  ReleaseGeodes,
  type Reservation,
  ReserveGeodes,
  ReturnGeodes as ReturnGeodesCommand,
  WithdrawGeodes,
  type WithdrawnGeodes,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { ReservationsService } from './reservations.service.js';
import { ReturnGeodes } from './return-geodes.js';
import { Withdrawal } from './withdrawal.js';

@Controller()
export class ReservationsController {
  constructor(
    private readonly reservations: ReservationsService,
    private readonly withdrawal: Withdrawal,
    private readonly returnGeodes: ReturnGeodes,
  ) {}

  @Handles('catalog.reserve-geodes')
  reserve(@Payload() command: ReserveGeodes): Promise<Reservation> {
    return this.reservations.reserve(command);
  }

  @Handles('catalog.release-geodes')
  async release(@Payload() command: ReleaseGeodes): Promise<Nothing> {
    await this.reservations.release(command);
    return {};
  }

  @Handles('catalog.withdraw-geodes')
  withdraw(@Payload() command: WithdrawGeodes): Promise<WithdrawnGeodes> {
    return this.withdrawal.withdraw(command);
  }

  @Handles('catalog.return-geodes')
  return(@Payload() command: ReturnGeodesCommand): Promise<{ returned: string[] }> {
    return this.returnGeodes.execute(command);
  }
}
