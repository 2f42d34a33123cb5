import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { personalData, scanLog } from './personal-data.js';

describe('scan for personal data', () => {
  it.each([
    ['a card token', '{"msg":"declined cnon:card-nonce-declined"}'],
    ['a card token', '{"sourceId":"cnon:CBASEDnFzs"}'],
    ['an e-mail address', 'lookup of demo-1@example.com'],
    ['an e-mail address', '"path":"/api/orders/lookup?email=demo%40example.com"'],
    ['an address', '{"address":"1 Main Street"}'],
    ['a session cookie', 'admin_session=0123456789abcdef0123'],
    ['a cookie header', '{"headers":{"cookie":"a=b"}}'],
    ['a PIN', '{"pin":"314159265"}'],
  ])('finds %s in a log line', (what, line) => {
    expect(personalData(line, ['314159265'])).toContain(what);
  });

  it('finds no personal data in normal log lines', () => {
    const line =
      '{"level":"info","time":"2026-11-22T03:41:14.123Z","name":"orders","requestId":"b0c2314159265-9","subject":"orders.checkout","result":"ok","ms":12.3}';
    expect(personalData(line, ['314159265'])).toEqual([]);
    expect(personalData('the site says support@midwestgeodes.example', [])).toEqual([]);
  });

  it('reports file and line of personal data, never the value', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'geodes-scan-'));
    const file = join(folder, 'shop.log');
    writeFileSync(file, '  Admin PIN       314159265\nall is well\nbuyer a@example.com pays with cnon:card-nonce-ok\n');
    const findings = await scanLog(file, ['314159265']);
    rmSync(folder, { recursive: true });
    expect(findings).toEqual([
      { file, line: 3, what: 'a card token' },
      { file, line: 3, what: 'an e-mail address' },
    ]);
  });
});
