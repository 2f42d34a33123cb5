/** Prints the results of commands. */
export interface Output {
  /** Prints `value` as JSON with --json, else `lines`. */
  print(value: unknown, lines: string): void;
}

export const createOutput = (json: boolean): Output => ({
  print: (value, lines) => console.log(json ? JSON.stringify(value) : lines),
});
