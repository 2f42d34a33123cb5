const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const TOP_LABEL = String.raw`(?:[\p{L}\p{M}]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])`;

/**
 * Matches a deliverable email: at most 254 characters, 64 of them before the @ (RFC 5321), and a domain with a dot. It
 * refuses quoted names and IP addresses as domains. The site's forms and the server share this rule.
 */
export const EMAIL_PATTERN = new RegExp(
  String.raw`^(?=.{1,254}$)(?=.{1,64}@)${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+${TOP_LABEL}$`,
  'iu',
);

export const WRONG_EMAIL = 'Please enter a valid email address.';

/** Checks an email, which must be trimmed. */
export const isEmailAddress = (text: string): boolean => EMAIL_PATTERN.test(text);
