import { Controller } from '@nestjs/common';
import type { AccountCheck, PaymentsState } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { SquareAccount } from '../square/square-account.js';
import { PaymentsStateReader } from './payments-state.js';

@Controller()
export class StateController {
  constructor(
    private readonly reader: PaymentsStateReader,
    private readonly account: SquareAccount,
  ) {}

  @Handles('payments.state')
  state(): Promise<PaymentsState> {
    return this.reader.read();
  }

  @Handles('payments.check-account')
  checkAccount(): Promise<AccountCheck> {
    return this.account.check();
  }
}
