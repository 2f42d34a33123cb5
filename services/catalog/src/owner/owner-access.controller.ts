import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  AddPasskey,
  EntityId,
  ForgetOwnerPin,
  type Nothing,
  type OwnerAccess,
  type PasskeyView,
  RenamePasskey,
  SetOwnerPin,
  UsePasskey,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { OwnerAccessService } from './owner-access.service.js';

@Controller()
export class OwnerAccessController {
  constructor(private readonly access: OwnerAccessService) {}

  @Handles('catalog.get-owner-access')
  read(): Promise<OwnerAccess> {
    return this.access.read();
  }

  @Handles('catalog.set-owner-pin')
  async setPin(@Payload() pin: SetOwnerPin): Promise<Nothing> {
    await this.access.setPin(pin);
    return {};
  }

  @Handles('catalog.forget-owner-pin')
  async forgetPin(@Payload() { replacedHash }: ForgetOwnerPin): Promise<Nothing> {
    await this.access.forgetPin(replacedHash);
    return {};
  }

  @Handles('catalog.add-passkey')
  addPasskey(@Payload() passkey: AddPasskey): Promise<PasskeyView> {
    return this.access.addPasskey(passkey);
  }

  @Handles('catalog.rename-passkey')
  renamePasskey(@Payload() passkey: RenamePasskey): Promise<PasskeyView> {
    return this.access.renamePasskey(passkey);
  }

  @Handles('catalog.remove-passkey')
  async removePasskey(@Payload() { id }: EntityId): Promise<Nothing> {
    await this.access.removePasskey(id);
    return {};
  }

  @Handles('catalog.use-passkey')
  async usePasskey(@Payload() use: UsePasskey): Promise<Nothing> {
    await this.access.usePasskey(use);
    return {};
  }

  @Handles('catalog.forget-passkeys')
  async forgetPasskeys(): Promise<{ forgotten: number }> {
    return { forgotten: await this.access.forgetPasskeys() };
  }
}
