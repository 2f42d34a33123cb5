/** Where the commands put what they have to tell. */
export interface Output {
  /** `value` for scripts, `lines` for a person. */
  tell(value: unknown, lines: string): void;
}

export const output = (json: boolean): Output => ({
  tell: (value, lines) => console.log(json ? JSON.stringify(value) : lines),
});
