/**
 * Returns the `mailto:` URL of an email address (RFC 6068). Encoded, because a `?` or `&` in the address, which a buyer may
 * type, would otherwise add headers and a text to the owner's letter.
 */
export const mailtoUrl = (email: string): string => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;

/** Returns the `tel:` URL (RFC 3966) of a phone number as people write it. */
export const telUrl = (phone: string): string =>
  `tel:${phone.trim().startsWith('+') ? '+' : ''}${phone.replaceAll(/\D/g, '')}`;
