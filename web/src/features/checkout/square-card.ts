import type { BuyerDetails, SiteConfig } from '@geodes/contracts';
import { withoutExtension } from '../../app/contact-links.js';
import { logFailure } from '../../app/log.js';
import { usStateCode } from './us-address.js';

/** The used part of Square's Web Payments SDK. Source: types of @square/web-payments-sdk-types 1.84. */
interface SquareCard {
  attach(target: HTMLElement): Promise<void>;
  tokenize(verification: object): Promise<TokenResult>;
  addEventListener(event: 'submit' | 'escape', listener: () => void): void;
  destroy(): Promise<boolean>;
}
interface TokenResult {
  status: string;
  token?: string;
  errors?: { message?: string }[];
}
interface SquareGlobal {
  payments(applicationId: string, locationId: string): { card(options: object): Promise<SquareCard> };
}

declare global {
  interface Window {
    Square?: SquareGlobal;
  }
}

/**
 * Returns a phone number as `+` and digits (E.164) without its extension; undefined if it is invalid. Without `+` it
 * counts as a US number.
 */
export const internationalPhone = (text: string): string | undefined => {
  const number = withoutExtension(text);
  const digits = number.replace(/\D/g, '');
  if (/[^\d\s()+./-]/.test(number)) return undefined;
  if (number.startsWith('+')) return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
  return /^1?[2-9]\d{9}$/.test(digits) ? `+1${digits.slice(-10)}` : undefined;
};

/**
 * Returns the details for Square's buyer verification. Square refuses free text for state and phone, but accepts
 * payments without them: invalid values are left out.
 */
export const verificationDetails = (buyer: BuyerDetails, total: string) => {
  const state = usStateCode(buyer.state);
  const phone = internationalPhone(buyer.phone ?? '');
  return {
    amount: total,
    currencyCode: 'USD',
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: {
      givenName: buyer.firstName,
      familyName: buyer.lastName,
      email: buyer.email,
      addressLines: [buyer.address],
      city: buyer.city,
      postalCode: buyer.zipCode,
      countryCode: 'US',
      ...(state && { state }),
      ...(phone && { phone }),
    },
  };
};

const SCRIPT_TIMEOUT_MS = 15_000;
const ATTACH_TIMEOUT_MS = 20_000;
/** Long enough for the bank's challenge (3-D Secure), but finite: Square was seen never to settle. */
const TOKENIZE_TIMEOUT_MS = 120_000;

const within = <T>(promise: Promise<T>, milliseconds: number, message: string): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error(message)), milliseconds)),
  ]);

let loading: Promise<SquareGlobal> | null = null;

/** Loads Square's script once. After a failure the next call retries. */
const loadSquare = (url: string): Promise<SquareGlobal> => {
  loading ??= within(
    new Promise<SquareGlobal>((resolve, reject) => {
      if (window.Square) return resolve(window.Square);
      const script = document.createElement('script');
      script.src = url;
      script.onload = () =>
        window.Square ? resolve(window.Square) : reject(new Error('Square’s script did not start.'));
      script.onerror = () => {
        script.remove();
        reject(new Error('Square’s script could not be loaded.'));
      };
      document.head.append(script);
    }),
    SCRIPT_TIMEOUT_MS,
    'Square’s script took too long.',
  ).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
};

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Square renders its fields in its own frame, so it needs the values of our colours, not their names. */
const cardStyle = () => ({
  '.input-container': { borderColor: token('--line-strong'), borderRadius: '2px' },
  '.input-container.is-focus': { borderColor: token('--accent') },
  '.input-container.is-error': { borderColor: token('--error') },
  '.message-text': { color: token('--ink-3') },
  '.message-text.is-error': { color: token('--error') },
  '.message-icon': { color: token('--ink-3') },
  '.message-icon.is-error': { color: token('--error') },
  input: { backgroundColor: token('--paper-raised'), color: token('--ink'), fontSize: '16px' },
  'input::placeholder': { color: token('--ink-3') },
  'input.is-error': { color: token('--error') },
});

export interface CardForm {
  /** Tokenises the card once. Throws an Error whose message is for the buyer. */
  tokenize: (buyer: BuyerDetails, total: string) => Promise<string>;
  remove: () => void;
}

/** Reports keys pressed inside Square's frame, which this page does not see. */
export interface CardKeys {
  onEnter: () => void;
  onEscape: () => void;
}

/** Renders Square's card form into an element. Throws if the payment configuration is missing or refused. */
export const drawCardForm = async (
  { square }: SiteConfig,
  target: HTMLElement,
  { onEnter, onEscape }: CardKeys,
): Promise<CardForm> => {
  if (!square.applicationId || !square.locationId || !square.scriptUrl)
    throw new Error('The payment configuration is missing.');
  const sdk = await loadSquare(square.scriptUrl);
  const card = await within(
    sdk.payments(square.applicationId, square.locationId).card({ style: cardStyle() }),
    ATTACH_TIMEOUT_MS,
    'The card form took too long.',
  );
  await within(card.attach(target), ATTACH_TIMEOUT_MS, 'The card form took too long.');
  card.addEventListener('submit', onEnter);
  card.addEventListener('escape', onEscape);

  return {
    remove: () => void card.destroy().catch((error: unknown) => logFailure('The card form stayed', error)),
    tokenize: async (buyer, total) => {
      const result = await within(
        card.tokenize(verificationDetails(buyer, total)),
        TOKENIZE_TIMEOUT_MS,
        'The card could not be checked in time. Nothing was charged. Please try again.',
      );
      if (result.status === 'OK' && result.token) return result.token;
      // The buyer cancelled the bank's challenge (3-D Secure).
      if (result.status === 'Cancel' || result.status === 'Abort')
        throw new Error('You cancelled the payment. Nothing was charged.');
      const message = result.errors
        ?.map(({ message }) => message)
        .filter(Boolean)
        .join(' ');
      throw new Error(message || 'Please check your card details.');
    },
  };
};
