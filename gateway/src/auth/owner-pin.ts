import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { GatewaySettings, OwnerAccess } from '@geodes/contracts';
import { badRequest, Bus, type Logger, LOGGER } from '@geodes/kit';
import { hashPin, isWeakPin, parsePinHash, verifyPin, WEAK_PIN_TEXT } from '@geodes/kit/pin';
import { GatewayConfig } from '../config.js';
import { REDIS, type Redis } from '../connections.js';
import { AdminSessions } from './admin-sessions.js';
import { OwnerAccessReader } from './owner-access-reader.js';

const NINE_DIGITS = /^\d{9}$/;
/** The hash of the configured PIN that the open sessions began with. */
const CONFIGURED_PIN = 'gateway:configured-pin-hash';

/**
 * The owner's PIN: the configured one until the owner sets another in the panel, and again once another one is configured.
 * The one that was set last counts.
 */
@Injectable()
export class OwnerPin implements OnModuleInit {
  private configuredHash = '';
  private compared: { hash: string; isConfigured: boolean } | undefined;

  constructor(
    private readonly config: GatewayConfig,
    private readonly bus: Bus,
    private readonly access: OwnerAccessReader,
    private readonly sessions: AdminSessions,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.configuredHash = this.config.ADMIN_PIN_HASH ?? (await hashPin(this.config.ADMIN_PIN ?? ''));
    this.access.firstRead = (access) => this.forgetOldPin(access);
    const compare = () =>
      void this.endSessionsOfOldPin().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'configured pin not compared'),
      );
    if (this.redis.status === 'ready') compare();
    this.redis.on('ready', compare);
  }

  /**
   * Returns the hash of the owner's PIN if this is it, else undefined. Takes about 80 ms. Throws UNAVAILABLE while the PIN
   * is unknown.
   */
  async findHash(pin: string): Promise<string | undefined> {
    if (!NINE_DIGITS.test(pin)) return undefined;
    const hash = await this.hash();
    return (await verifyPin(pin, parsePinHash(hash))) ? hash : undefined;
  }

  /** Returns the hash of the PIN that counts. Throws UNAVAILABLE while that is unknown. */
  async hash(): Promise<string> {
    return (await this.ownHash()) ?? this.configuredHash;
  }

  /** Returns where the PIN that counts comes from. Throws UNAVAILABLE while that is unknown. */
  async source(): Promise<GatewaySettings['pin']> {
    if (await this.ownHash()) return 'panel';
    return this.config.ADMIN_PIN_HASH ? 'hash' : 'plain';
  }

  /** Throws BAD_REQUEST unless a new PIN has nine digits and is hard to guess. */
  assertAllowed(newPin: string): void {
    const refuse = (reason: string) => badRequest({ field: 'newPin', reason });
    if (!NINE_DIGITS.test(newPin)) throw refuse('A PIN has exactly 9 digits and nothing else.');
    if (isWeakPin(newPin)) throw refuse(WEAK_PIN_TEXT);
  }

  /** Sets a new PIN that is allowed. */
  async set(newPin: string): Promise<void> {
    const hash = await hashPin(newPin);
    await this.bus.call('catalog.set-owner-pin', { hash, replacedHash: this.configuredHash });
    await this.access.read();
    this.logger.info('owner pin changed');
  }

  /** Returns the hash of the PIN that the owner set, unless another one was configured since. */
  private async ownHash(): Promise<string | undefined> {
    const { pin } = await this.access.read();
    return pin && (await this.isConfigured(pin.replacedHash)) ? pin.hash : undefined;
  }

  /**
   * Deletes the PIN that replaced another configured one, which may be configured again. Only at the start: while gateways
   * with both run, the older ones must not delete a PIN that the owner sets at a newer one.
   */
  private async forgetOldPin({ pin }: OwnerAccess): Promise<void> {
    if (!pin || (await this.isConfigured(pin.replacedHash))) return;
    await this.bus.call('catalog.forget-owner-pin', { replacedHash: pin.replacedHash });
    this.logger.info('owner pin of the panel replaced by a new configured pin');
  }

  /** Another configured PIN ends all sessions, like one that the owner sets. */
  private async endSessionsOfOldPin(): Promise<void> {
    const hash = await this.redis.get(CONFIGURED_PIN);
    if (hash !== null && (await this.isConfigured(hash))) return;
    if (hash !== null) {
      const ended = await this.sessions.endAll();
      this.logger.info({ ended }, 'all owner sessions ended by a new configured pin');
    }
    await this.redis.set(CONFIGURED_PIN, this.configuredHash);
  }

  /** Returns whether the hash is that of the configured PIN. The hash of ADMIN_PIN has another salt after each start. */
  private async isConfigured(hash: string): Promise<boolean> {
    const { ADMIN_PIN, ADMIN_PIN_HASH } = this.config;
    if (ADMIN_PIN_HASH) return hash === ADMIN_PIN_HASH;
    if (this.compared?.hash !== hash)
      this.compared = { hash, isConfigured: await verifyPin(ADMIN_PIN ?? '', parsePinHash(hash)) };
    return this.compared.isConfigured;
  }
}
