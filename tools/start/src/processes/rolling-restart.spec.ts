import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PidFiles } from '@geodes/servers';
import { Terminal } from '../output/terminal.js';
import { RollingRestart } from './rolling-restart.js';
import { Supervisor } from './supervisor.js';

describe('a rolling restart', () => {
  it('reports a full disk and never throws, because that would end the supervisor', async () => {
    const lines: string[] = [];
    class RecordingTerminal extends Terminal {
      override say = (text: string) => void lines.push(text);
      override problem = (text: string) => void lines.push(text);
    }
    const terminal = new RecordingTerminal();
    const dataDir = mkdtempSync(join(tmpdir(), 'geodes-restart-'));
    const restart = new RollingRestart(new Supervisor(new PidFiles(dataDir), terminal), dataDir, terminal);
    // Neither folder can be written.
    rmSync(join(dataDir, 'run'), { recursive: true });
    for (const name of ['run', 'site']) writeFileSync(join(dataDir, name), '');
    await restart.run();
    expect(lines.filter((line) => line.includes('replacement.json lacks the progress'))).toHaveLength(2);
    expect(lines.at(-1)).toContain('The replacement stopped');
    rmSync(dataDir, { recursive: true });
  });
});
