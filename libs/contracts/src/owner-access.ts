import { IsArray, IsInt, IsNotEmpty, IsObject, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { type EntityId, type Nothing, trimmed, uuid } from './text.js';

const MAX_NAME_LENGTH = 60;
/** WebAuthn allows credential ids of 1,023 bytes; in base64url that is 1,364 letters. */
const MAX_CREDENTIAL_ID_LENGTH = 1_400;
const MAX_KEY_LENGTH = 4_000;

/** A passkey in the panel. Times are ISO 8601. */
export interface PasskeyView {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** A passkey with what a login is verified with. */
export interface StoredPasskey extends PasskeyView {
  /** The authenticator's id of it, base64url. */
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  /** How often the authenticator says it was used; 0 if it does not count. */
  counter: number;
  transports: string[];
}

/** What lets the owner in besides the configured PIN. */
export interface OwnerAccess {
  /** The PIN that the owner set in the panel: its hash, and the hash of the configured PIN that it replaces. */
  pin: { hash: string; replacedHash: string } | null;
  passkeys: StoredPasskey[];
}

/** Body of POST /api/admin/login. */
export class LoginBody {
  @IsString() @MaxLength(100) pin!: string;
  /** The browser's AuthenticationResponseJSON, after a reply PASSKEY_REQUIRED. */
  @IsOptional() @IsObject() passkey?: object;
}

/** Body of POST /api/admin/verify; it may be missing. */
export class VerifyBody {
  @IsOptional() @IsString() @MaxLength(100) pin?: string;
}

/** Reply of POST /api/admin/login and verify. */
export interface Authenticated {
  authenticated: true;
}

/** One of the owner's open sessions. Times are ISO 8601. */
export interface AdminSession {
  /** A public id, not the secret one in the cookie. */
  id: string;
  /** The label in audit log entries, such as `Chrome on Windows 3fa9c1`. */
  label: string;
  /** Derived from the User-Agent header. */
  device: string;
  startedAt: string;
  lastUsedAt: string;
  /** True for the session of this request. */
  isCurrent: boolean;
}

/** Body of POST /api/admin/pin. */
export class ChangePinBody {
  @IsString() @MaxLength(100) pin!: string;
  @IsString() @MaxLength(100) newPin!: string;
}

/** Body of PATCH /api/admin/passkeys/{id}. */
export class PasskeyName {
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(MAX_NAME_LENGTH) name!: string;
}

/** Body of POST /api/admin/passkeys; `response` is the browser's RegistrationResponseJSON (WebAuthn, section 5.1). */
export class AddPasskeyBody {
  @IsObject() response!: object;
}

export class RenamePasskey extends PasskeyName {
  @uuid() id!: string;
}

export class AddPasskey extends PasskeyName {
  @IsString() @IsNotEmpty() @MaxLength(MAX_CREDENTIAL_ID_LENGTH) credentialId!: string;
  @IsString() @IsNotEmpty() @MaxLength(MAX_KEY_LENGTH) publicKey!: string;
  @IsInt() @Min(0) counter!: number;
  @IsArray() @IsString({ each: true }) transports!: string[];
}

export class UsePasskey {
  @uuid() id!: string;
  @IsInt() @Min(0) counter!: number;
}

/** Names the PIN to delete by the hash of the configured PIN that it replaced, so that a newer one stays. */
export class ForgetOwnerPin {
  @IsString() @IsNotEmpty() replacedHash!: string;
}

export class SetOwnerPin extends ForgetOwnerPin {
  @IsString() @IsNotEmpty() hash!: string;
}

export interface OwnerAccessMessages {
  'catalog.get-owner-access': { request: Nothing; reply: OwnerAccess };
  'catalog.set-owner-pin': { request: SetOwnerPin; reply: Nothing };
  'catalog.forget-owner-pin': { request: ForgetOwnerPin; reply: Nothing };
  'catalog.add-passkey': { request: AddPasskey; reply: PasskeyView };
  'catalog.rename-passkey': { request: RenamePasskey; reply: PasskeyView };
  'catalog.remove-passkey': { request: EntityId; reply: Nothing };
  /** Notes a login with the passkey. */
  'catalog.use-passkey': { request: UsePasskey; reply: Nothing };
  'catalog.forget-passkeys': { request: Nothing; reply: { forgotten: number } };
}
