const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const PATTERN =
  /^P(?!$)(?:(?<weeks>\d{1,9})W|(?:(?<days>\d{1,9})D)?(?:T(?!$)(?:(?<hours>\d{1,9})H)?(?:(?<minutes>\d{1,9})M)?(?:(?<seconds>\d{1,9})S)?)?)$/;

/** Parses an RFC 3339 duration (`PT10M`, `P7D`, `PT168H`) to ms; undefined for others, years and months included. */
export const durationMs = (text: string): number | undefined => {
  const parts = PATTERN.exec(text)?.groups;
  if (!parts) return undefined;
  const count = (name: string): number => Number(parts[name] ?? 0);
  return (
    (count('weeks') * 7 + count('days')) * DAY +
    count('hours') * HOUR +
    count('minutes') * MINUTE +
    count('seconds') * SECOND
  );
};
