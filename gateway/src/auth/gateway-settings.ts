import { Injectable } from '@nestjs/common';
import type { GatewaySettings } from '@geodes/contracts';
import { GatewayConfig } from '../config.js';
import { OwnerAccessReader } from './owner-access-reader.js';
import { OwnerPin } from './owner-pin.js';

/** Reads how this gateway is configured, for the operator. */
@Injectable()
export class GatewaySettingsReader {
  constructor(
    private readonly config: GatewayConfig,
    private readonly pin: OwnerPin,
    private readonly access: OwnerAccessReader,
  ) {}

  /** Throws UNAVAILABLE while the PIN and the passkeys are unknown. */
  async read(): Promise<GatewaySettings> {
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
