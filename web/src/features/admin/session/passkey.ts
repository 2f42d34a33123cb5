import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

/** The browser's response, or why there is none, for the owner. */
type PasskeyResult<T> = { response: T } | { failure: string };

/** Lets the browser make a passkey. Never throws. */
export const createPasskey = (
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<PasskeyResult<RegistrationResponseJSON>> =>
  ask(async () => (await import('@simplewebauthn/browser')).startRegistration({ optionsJSON }));

/** Lets the owner confirm a log-in with a passkey. Never throws. */
export const confirmWithPasskey = (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<PasskeyResult<AuthenticationResponseJSON>> =>
  ask(async () => (await import('@simplewebauthn/browser')).startAuthentication({ optionsJSON }));

const ask = async <T>(work: () => Promise<T>): Promise<PasskeyResult<T>> => {
  try {
    return { response: await work() };
  } catch (error) {
    return { failure: failureText(error instanceof Error ? error.name : '') };
  }
};

/** Texts by the names of exceptions in WebAuthn, section 5.1. */
const failureText = (name: string): string => {
  if (name === 'InvalidStateError') return 'This device already holds one of your passkeys.';
  if (name === 'SecurityError') return 'Passkeys work only at the public address of the shop.';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'The passkey was not confirmed. Please try again.';
  return 'This browser could not use a passkey. Please try another one.';
};
