import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AddPasskeyBody,
  type AdminSession,
  type Authenticated,
  ChangePinBody,
  LoginBody,
  PasskeyName,
  type PasskeyView,
  VerifyBody,
} from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/request-params.js';
import { AdminSessions } from './admin-sessions.js';
import { deviceName } from './known-devices.js';
import { invalid, Login } from './login.js';
import { OwnerPin } from './owner-pin.js';
import { Passkeys } from './passkeys.js';

/** The owner's login, sessions, PIN and passkeys. Access checks require a session for every route but login and logout. */
@Controller('api/admin')
export class AuthController {
  constructor(
    private readonly bus: Bus,
    private readonly login: Login,
    private readonly pin: OwnerPin,
    private readonly passkeys: Passkeys,
    private readonly sessions: AdminSessions,
  ) {}

  @Post('login')
  @HttpCode(200)
  async logIn(
    @Body() body: LoginBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Authenticated> {
    const hash = await this.login.logIn(body, request);
    const isBegun = await this.sessions.begin(request, reply, async () => (await this.pin.hash()) === hash);
    if (!isBegun) throw invalid('PIN');
    return { authenticated: true };
  }

  /** Verifies the session. With a PIN it also proves that the owner is there, for 15 minutes. */
  @Post('verify')
  @HttpCode(200)
  @RouteConfig({ mayLackBody: true })
  async verify(@Body() { pin }: VerifyBody, @Req() request: FastifyRequest): Promise<Authenticated> {
    if (pin !== undefined) {
      await this.login.prove(pin, request);
      await this.sessions.prove(request);
    }
    return { authenticated: true };
  }

  @Post('logout')
  @HttpCode(204)
  async logOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.end(request, reply);
  }

  @Get('sessions')
  listSessions(@Req() request: FastifyRequest): Promise<AdminSession[]> {
    return this.sessions.list(request);
  }

  @Delete('sessions')
  @HttpCode(204)
  endOtherSessions(@Req() request: FastifyRequest): Promise<void> {
    return this.sessions.endOthers(request);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  endSession(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    return this.sessions.endOne(id, request);
  }

  /** Sets a new PIN and ends all other sessions. */
  @Post('pin')
  @HttpCode(204)
  async changePin(@Body() { pin, newPin }: ChangePinBody, @Req() request: FastifyRequest): Promise<void> {
    await this.login.prove(pin, request);
    this.pin.assertAllowed(newPin);
    // before, in case this process dies in between; and after, for those that began with the old PIN meanwhile,
    // also if it fails: the PIN may be set
    await this.sessions.endOthers(request);
    try {
      await this.pin.set(newPin);
    } finally {
      await this.sessions.endOthers(request);
    }
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
