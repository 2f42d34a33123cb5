import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { AddPasskeyBody, ChangePinBody, PasskeyName, type PasskeyView } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/request-params.js';
import { AdminSessions } from './admin-sessions.js';
import { deviceName } from './known-devices.js';
import { Login } from './login.js';
import { OwnerPin } from './owner-pin.js';
import { Passkeys } from './passkeys.js';

/** The owner's PIN and passkeys. */
@Controller('api/admin')
export class OwnerAccessController {
  constructor(
    private readonly bus: Bus,
    private readonly login: Login,
    private readonly pin: OwnerPin,
    private readonly passkeys: Passkeys,
    private readonly sessions: AdminSessions,
  ) {}

  /** Sets a new PIN and ends all other sessions. */
  @Post('pin')
  @HttpCode(204)
  async changePin(@Body() { pin, newPin }: ChangePinBody, @Req() request: FastifyRequest): Promise<void> {
    await this.login.prove(pin, request);
    this.pin.assertAllowed(newPin);
    // before, in case this process dies in between; and after, for those that began with the old PIN meanwhile
    await this.sessions.endOthers(request);
    await this.pin.set(newPin);
    await this.sessions.endOthers(request);
  }

  @Get('passkeys')
  listPasskeys(): Promise<PasskeyView[]> {
    return this.passkeys.list();
  }

  @Post('passkeys/options')
  @HttpCode(200)
  @RouteConfig({ needsProof: true })
  creationOptions(): Promise<PublicKeyCredentialCreationOptionsJSON> {
    return this.passkeys.creationOptions();
  }

  /** Adds a passkey, named after the device until the owner renames it. */
  @Post('passkeys')
  @RouteConfig({ needsProof: true })
  addPasskey(@Body() { response }: AddPasskeyBody, @Req() request: FastifyRequest): Promise<PasskeyView> {
    return this.passkeys.add(deviceName(request.headers['user-agent']), response);
  }

  @Patch('passkeys/:id')
  renamePasskey(@Param('id', UuidParamPipe) id: string, @Body() { name }: PasskeyName): Promise<PasskeyView> {
    return this.bus.call('catalog.rename-passkey', { id, name });
  }

  @Delete('passkeys/:id')
  @HttpCode(204)
  @RouteConfig({ needsProof: true })
  removePasskey(@Param('id', UuidParamPipe) id: string): Promise<void> {
    return this.passkeys.remove(id);
  }
}
