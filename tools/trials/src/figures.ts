/** The value below which this share (0 to 1) of the values lies; NaN where there is none. */
export const quantile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (values: number[]): number => quantile(values, 0.5);

/** How often each of the words is there. */
export const counted = (words: (string | number)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
};
