import { Inject, Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { PasskeyView, StoredPasskey } from '@geodes/contracts';
import { AppError, Bus, type Logger, LOGGER } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { REDIS, type Redis, orUnavailable } from '../connections.js';
import { OwnerAccessReader } from './owner-access-reader.js';

/** The owner has this long to touch the authenticator. */
const CHALLENGE_SECONDS = 300;
type Purpose = 'add' | 'login';
const keyOf = (purpose: Purpose, challenge: string) => `gateway:passkey-challenge:${purpose}:${challenge}`;

/** The verdict on the passkey of a login. */
export type PasskeyVerdict = 'accepted' | 'refused' | 'missing';

/**
 * The owner's passkeys (WebAuthn). Once there is one, a login from an unknown device needs the PIN and then a passkey. The
 * relying party is the host of PUBLIC_URL. User verification is not asked for: the PIN is the other factor.
 */
@Injectable()
export class Passkeys {
  private readonly rpID: string;

  constructor(
    private readonly bus: Bus,
    private readonly access: OwnerAccessReader,
    private readonly config: GatewayConfig,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rpID = new URL(config.publicOrigin).hostname;
  }

  async list(): Promise<PasskeyView[]> {
    const { passkeys } = await this.access.read();
    return passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt }));
  }

  /** Returns what `navigator.credentials.create` needs to make a new passkey. */
  async creationOptions(): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { passkeys } = await this.access.read();
    const options = await generateRegistrationOptions({
      rpName: 'Midwest Geodes',
      rpID: this.rpID,
      userName: 'Owner',
      userDisplayName: 'Owner',
      excludeCredentials: passkeys.map(credentialOf),
    });
    await this.keepChallenge('add', options.challenge);
    return options;
  }

  /** Adds the passkey that the browser made. Throws BAD_REQUEST if the response is not to a recent challenge of ours. */
  async add(name: string, response: object): Promise<PasskeyView> {
    const made = await this.verify(() =>
      verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: (challenge) => this.takeChallenge('add', challenge),
        expectedOrigin: this.config.publicOrigin,
        expectedRPID: this.rpID,
        requireUserVerification: false,
      }),
    );
    if (!made?.verified) throw new AppError('BAD_REQUEST', 'The passkey was not added. Please try again.');
    const { id: credentialId, publicKey, counter, transports = [] } = made.registrationInfo.credential;
    const key = Buffer.from(publicKey).toString('base64url');
    const added = await this.bus.call('catalog.add-passkey', {
      name,
      credentialId,
      publicKey: key,
      counter,
      transports,
    });
    this.logger.info({ passkey: added.id }, 'passkey added');
    return added;
  }

  async remove(id: string): Promise<void> {
    await this.bus.call('catalog.remove-passkey', { id });
    this.logger.info({ passkey: id }, 'passkey removed');
  }

  /** Judges the response of a login. Without passkeys everything is accepted. A challenge is good for one response. */
  async judge(response: object | undefined): Promise<PasskeyVerdict> {
    const { passkeys } = await this.access.read();
    if (passkeys.length === 0) return 'accepted';
    if (!response) return 'missing';
    const passkey = passkeys.find(({ credentialId }) => 'id' in response && response.id === credentialId);
    if (!passkey) return 'refused';
    const used = await this.verify(() =>
      verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: (challenge) => this.takeChallenge('login', challenge),
        expectedOrigin: this.config.publicOrigin,
        expectedRPID: this.rpID,
        credential: {
          ...credentialOf(passkey),
          publicKey: Buffer.from(passkey.publicKey, 'base64url'),
          counter: passkey.counter,
        },
        requireUserVerification: false,
      }),
    );
    if (!used?.verified) return 'refused';
    await this.noteUse(passkey.id, used.authenticationInfo.newCounter);
    return 'accepted';
  }

  /** While catalog is away the owner can log in nevertheless, to see what is wrong: a challenge is good only once. */
  private async noteUse(id: string, counter: number): Promise<void> {
    try {
      await this.bus.call('catalog.use-passkey', { id, counter });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error;
      this.logger.warn({ passkey: id }, 'use of a passkey not recorded');
    }
  }

  /** Returns what `navigator.credentials.get` needs to answer a login. */
  async requestOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { passkeys } = await this.access.read();
    const options = await generateAuthenticationOptions({
      rpID: this.rpID,
      allowCredentials: passkeys.map(credentialOf),
    });
    await this.keepChallenge('login', options.challenge);
    return options;
  }

  private keepChallenge(purpose: Purpose, challenge: string): Promise<unknown> {
    return orUnavailable(this.redis.set(keyOf(purpose, challenge), '', 'EX', CHALLENGE_SECONDS));
  }

  private async takeChallenge(purpose: Purpose, challenge: string): Promise<boolean> {
    return (await orUnavailable(this.redis.del(keyOf(purpose, challenge)))) === 1;
  }

  /** Returns undefined for a malformed or forged response, for which the library throws plain errors. */
  private async verify<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) throw error;
      this.logger.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'passkey response refused');
      return undefined;
    }
  }
}

const credentialOf = ({ credentialId, transports }: StoredPasskey) => ({ id: credentialId, transports });
