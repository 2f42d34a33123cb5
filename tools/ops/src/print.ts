/** Prints the result of a command: `value` as JSON with --json, else `lines`. */
export type Print = (value: unknown, lines: string) => void;
