import Bowser from 'bowser';

/** No browser's own words are longer; more is not read. */
const READ_LENGTH = 300;
const NAME_LENGTH = 20;

/** Only letters that a header may carry: the words go with each command as a part of the session's label. */
const plain = (name: string | undefined): string =>
  (name ?? '')
    .replace(/[^\w .-]/g, '')
    .trim()
    .slice(0, NAME_LENGTH);

/** Roughly which device a browser runs on, such as `Chrome on Windows`: for the owner, who knows his own. */
export const deviceOf = (userAgent: string | undefined): string => {
  const words = (userAgent ?? '').slice(0, READ_LENGTH).trim();
  if (words === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(words);
  const name = plain(browser.name) || 'Unknown browser';
  const system = plain(os.name);
  return system ? `${name} on ${system}` : name;
};
