import { execFile, type ExecFileOptions } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program and returns its standard output. Rejects with its output when it fails. */
export const runProgram = async (command: string, args: string[], options: ExecFileOptions): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, {
    maxBuffer: 64 * 1024 * 1024,
    ...options,
    encoding: 'utf8',
  });
  return stdout;
};
