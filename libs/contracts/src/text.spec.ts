import { cleanLine, cleanLines } from './text.js';

const NOTHING = [
  '',
  ' ',
  '\u0000',
  '\u0001',
  '\u001b',
  '\u007f\u0085',
  '\u200b',
  ' \u200e\u202e ',
  '\ufeff',
  '\u00ad',
  '\u2800',
  '\n\r\n\u2028',
];

describe('cleanLine', () => {
  it.each([
    ['Ann\r\nBcc: x@y.example', 'Ann Bcc: x@y.example'],
    ['  Blue \t\n\u00a0 agate\u2028geode\u0085 ', 'Blue agate geode'],
    ['Smo\u0000k\u200by \u202eQua\u00adrtz\u202c', 'Smoky Quartz'],
    ['A family: \u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'A family: \u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['\u001b[31mred', '[31mred'],
    ['Zoë O’Neil-李 ❤️', 'Zoë O’Neil-李 ❤️'],
    ['a\ud800b', 'a\ufffdb'],
  ])('returns one line without what cannot be seen: %j', (text, line) => {
    expect(cleanLine(text)).toBe(line);
    expect(cleanLine(line)).toBe(line);
  });

  it.each(NOTHING)('returns nothing if nothing can be seen: %j', (text) => expect(cleanLine(text)).toBe(''));
});

describe('cleanLines', () => {
  it.each([
    [' One\r\n\r\n\tTwo  three\n ', 'One\r\n\r\n\tTwo  three'],
    ['One\u0000\u001b\u007f\ntw\u200bo\u000bthree\u2029four', 'One\ntwo\nthree\nfour'],
  ])('keeps line breaks and tabs: %j', (text, lines) => {
    expect(cleanLines(text)).toBe(lines);
    expect(cleanLines(lines)).toBe(lines);
  });

  it.each(NOTHING)('returns nothing if nothing can be seen: %j', (text) => expect(cleanLines(text)).toBe(''));
});
