import Bowser from 'bowser';

/** Longer user agents are cut. */
const MAX_USER_AGENT_LENGTH = 300;
const MAX_NAME_LENGTH = 20;

/** Names a browser's device for the owner, such as `Chrome on Windows`. The name is safe in a message header. */
export const deviceOf = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, MAX_USER_AGENT_LENGTH).trim();
  if (text === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(text);
  const name = headerSafe(browser.name) || 'Unknown browser';
  const system = headerSafe(os.name);
  return system ? `${name} on ${system}` : name;
};

const headerSafe = (name: string | undefined): string =>
  (name ?? '')
    .replace(/[^\w .-]/g, '')
    .trim()
    .slice(0, MAX_NAME_LENGTH);
