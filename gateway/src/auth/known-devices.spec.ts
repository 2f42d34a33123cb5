import { deviceName } from './known-devices.js';

const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const MAC_SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const PIXEL =
  'Mozilla/5.0 (Linux; Android 16; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0';

describe('the device name of a session', () => {
  it.each([
    [WINDOWS_CHROME, 'Chrome on Windows'],
    [MAC_SAFARI, 'Safari on macOS'],
    [IPHONE, 'Safari on iOS'],
    [PIXEL, 'Chrome on Android'],
    [FIREFOX, 'Firefox on Linux'],
    [undefined, 'Unknown device'],
    ['  ', 'Unknown device'],
  ])('for %s is %s', (userAgent, device) => {
    expect(deviceName(userAgent)).toBe(device);
  });

  it.each(['curl/8.5.0', 'ünknown\u0001<script>/1.0', 'x'.repeat(100_000), '(((((', 'a/'.repeat(5_000)])(
    'is short and fits into a header for a hostile user agent (%#)',
    (userAgent) => {
      expect(deviceName(userAgent)).toMatch(/^[\w .-]{3,44}$/);
    },
  );
});
