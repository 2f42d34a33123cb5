import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What must be in no log and in no trace, by what it is called in the finding. */
const PATTERNS: [string, RegExp][] = [
  ['a card token', /\b(?:cnon|ccof|bauth|wnon):[\w-]{2,}/],
  ['an e-mail address', /[\w.%+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|example|test|invalid)\b/i],
  ['a session cookie', /\b(?:admin_session|geodes_browser)=[\w%.-]{8,}/i],
  ['a cookie header', /"(?:set-)?cookie":\s*"(?!\[redacted\])/i],
];
/** The streets that tests write as addresses of buyers, and the names of their buyers. */
const STREETS = /\b\d{1,5} (?:[A-Z][a-z]+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Way|Court|Boulevard)\b/;

/** Contact details that the site shows to everybody. */
const PUBLIC = /support@midwestgeodes\.example/gi;

export interface Finding {
  file: string;
  line: number;
  /** What it is; never its value. */
  what: string;
}

/** What a line shows that nobody may read; `pins` are the owner's. Never says the value. */
export const personalData = (line: string, pins: readonly string[] = []): string[] => {
  const shown = line.replace(PUBLIC, '');
  return [
    ...PATTERNS.filter(([, pattern]) => pattern.test(shown)).map(([what]) => what),
    ...(STREETS.test(shown) ? ['an address'] : []),
    ...(pins.some((pin) => new RegExp(`(?<![\\w-])${pin}(?![\\w-])`).test(shown)) ? ['a PIN'] : []),
  ];
};

/** The start says the PIN of a demo to its owner; that line is for nobody else and no process of the shop writes it. */
const SAID_TO_THE_OWNER = /^\s*Admin PIN\s/;
const MAX_FINDINGS = 20;

/** Reads a whole log; at most 20 findings. Throws where the file cannot be read. */
export const scanLog = async (file: string, pins: readonly string[] = []): Promise<Finding[]> => {
  const findings: Finding[] = [];
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1;
    if (SAID_TO_THE_OWNER.test(text)) continue;
    for (const what of personalData(text, pins)) findings.push({ file, line, what });
    if (findings.length >= MAX_FINDINGS) break;
  }
  return findings;
};
