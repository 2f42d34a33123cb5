import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Patterns that must not match logs or traces, with the name used in findings. */
const PATTERNS: [string, RegExp][] = [
  ['a card token', /\b(?:cnon|ccof|bauth|wnon):[\w-]{2,}/],
  ['an e-mail address', /[\w.%+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|example|test|invalid)\b/i],
  ['a session cookie', /\b(?:admin_session|admin_device|geodes_browser)=[\w%.-]{8,}/i],
  ['a cookie header', /"(?:set-)?cookie":\s*"(?!\[redacted\])/i],
];
/** Street names as in the postal addresses of test buyers. */
const STREETS = /\b\d{1,5} (?:[A-Z][a-z]+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Way|Court|Boulevard)\b/;

/** The site's public contact email. */
const PUBLIC_EMAIL = /support@midwestgeodes\.example/gi;

export interface Finding {
  file: string;
  line: number;
  /** The kind of data, never its value. */
  what: string;
}

/** Returns the kinds of personal data in a line, never the values. `pins` are the owner's PINs. */
export const personalData = (line: string, pins: readonly string[] = []): string[] => {
  const shown = line.replace(PUBLIC_EMAIL, '');
  return [
    ...PATTERNS.filter(([, pattern]) => pattern.test(shown)).map(([what]) => what),
    ...(STREETS.test(shown) ? ['an address'] : []),
    ...(pins.some((pin) => new RegExp(`(?<![\\w-])${pin}(?![\\w-])`).test(shown)) ? ['a PIN'] : []),
  ];
};

/** `npm start` prints the demo PIN for the owner; this line is allowed. */
const PIN_ANNOUNCEMENT = /^\s*Admin PIN\s/;
const MAX_FINDINGS = 20;

/** Scans a log file and stops after 20 findings. Throws if the file cannot be read. */
export const scanLog = async (file: string, pins: readonly string[] = []): Promise<Finding[]> => {
  const findings: Finding[] = [];
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1;
    if (PIN_ANNOUNCEMENT.test(text)) continue;
    for (const what of personalData(text, pins)) findings.push({ file, line, what });
    if (findings.length >= MAX_FINDINGS) break;
  }
  return findings;
};
