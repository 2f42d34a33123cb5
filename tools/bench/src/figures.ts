export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
/** Below ten with one decimal. */
export const ms = (value: number): string => (value < 9.95 ? `${value.toFixed(1)} ms` : `${whole(value)} ms`);
export const megabytes = (bytes: number): string => `${whole(bytes / 1_048_576)} MB`;
export const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
