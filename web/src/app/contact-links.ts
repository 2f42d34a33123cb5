/**
 * Returns the `mailto:` URL of an email address (RFC 6068). Encoded, because a `?` or `&` in the address, which a buyer may
 * type, would otherwise add headers and a text to the owner's letter.
 */
export const mailtoUrl = (email: string): string => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;

const EXTENSION = /\s*(?:#|x|ext\.?|extension)\s*\d*\s*$/i;

/** Returns a phone number as people write it without its extension. */
export const withoutExtension = (phone: string): string => phone.replace(EXTENSION, '').trim();

/** Returns the `tel:` URL (RFC 3966) of a phone number as people write it. */
export const telUrl = (phone: string): string => {
  const number = withoutExtension(phone);
  return `tel:${number.startsWith('+') ? '+' : ''}${number.replaceAll(/\D/g, '')}`;
};
