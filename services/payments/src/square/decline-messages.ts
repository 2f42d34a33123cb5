/** Shown to the buyer if Square's code has no message below. */
const DEFAULT_DECLINE_MESSAGE = 'Payment processing failed';

const EXPIRATION = 'The expiration date was not accepted. Please check it and try again.';
const CVV = 'The security code (CVV) was not accepted. Please check it and try again.';
const POSTAL_CODE = 'The postal code does not match the card. Please check it and try again.';
const CARD_NUMBER = 'The card number was not accepted. Please check it or use another card.';
const ISSUER = 'Your bank declined the card. Please contact your bank or use another card.';
const UNSUPPORTED = 'This kind of card cannot be used here. Please use another card.';
const FORM = 'The card form has expired. Please enter your card again.';

/** From `ErrorCode` of the square SDK 46: codes about the card or other input of the buyer, with the text to show. */
const MESSAGES = new Map(
  Object.entries({
    GENERIC_DECLINE: 'The card was declined. Please use another card or contact your bank.',
    CARD_DECLINED: 'The card was declined. Please use another card or contact your bank.',
    CARD_DECLINED_CALL_ISSUER: ISSUER,
    CARD_DECLINED_VERIFICATION_REQUIRED: 'Your bank wants to verify this payment. Please enter your card again.',
    VOICE_FAILURE: ISSUER,
    INVALID_ACCOUNT: ISSUER,
    ACCOUNT_UNUSABLE: ISSUER,
    CARDHOLDER_INSUFFICIENT_PERMISSIONS: ISSUER,
    INSUFFICIENT_FUNDS: 'The card has insufficient funds. Please use another card.',
    TRANSACTION_LIMIT: 'The amount is over the limit of the card. Please use another card.',
    CVV_FAILURE: CVV,
    VERIFY_CVV_FAILURE: CVV,
    ADDRESS_VERIFICATION_FAILURE: POSTAL_CODE,
    VERIFY_AVS_FAILURE: POSTAL_CODE,
    INVALID_POSTAL_CODE: POSTAL_CODE,
    INVALID_EXPIRATION: EXPIRATION,
    INVALID_EXPIRATION_YEAR: EXPIRATION,
    INVALID_EXPIRATION_DATE: EXPIRATION,
    BAD_EXPIRATION: EXPIRATION,
    EXPIRATION_FAILURE: EXPIRATION,
    CARD_EXPIRED: 'The card has expired. Please use another card.',
    PAN_FAILURE: CARD_NUMBER,
    INVALID_CARD: CARD_NUMBER,
    INVALID_CARD_DATA: CARD_NUMBER,
    INVALID_ENCRYPTED_CARD: FORM,
    CARD_NOT_SUPPORTED: UNSUPPORTED,
    UNSUPPORTED_CARD_BRAND: UNSUPPORTED,
    UNSUPPORTED_ENTRY_METHOD: UNSUPPORTED,
    UNSUPPORTED_INSTRUMENT_TYPE: UNSUPPORTED,
    UNSUPPORTED_SOURCE_TYPE: UNSUPPORTED,
    CARD_TOKEN_USED: 'This card entry was already used. Please enter your card again.',
    SOURCE_USED: 'This card entry was already used. Please enter your card again.',
    CARD_TOKEN_EXPIRED: FORM,
    SOURCE_EXPIRED: FORM,
    INVALID_EMAIL_ADDRESS: 'The e-mail address was not accepted. Please check it and try again.',
  }),
);

/** Returns the text that the buyer sees for Square's error code. */
export const declineMessage = (code: string): string => MESSAGES.get(code) ?? DEFAULT_DECLINE_MESSAGE;

export const hasDeclineMessage = (code: string): boolean => MESSAGES.has(code);
