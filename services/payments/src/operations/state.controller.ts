import { Controller, Inject } from '@nestjs/common';
import type { PaymentsState } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { PaymentsStateReader } from './payments-state.js';

@Controller()
export class StateController {
  constructor(@Inject(PaymentsStateReader) private readonly reader: PaymentsStateReader) {}

  @Handles('payments.state')
  state(): Promise<PaymentsState> {
    return this.reader.read();
  }
}
