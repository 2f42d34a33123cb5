/** Logs a failure to the browser's console. */
export const logFailure = (what: string, error: unknown): void => {
  // eslint-disable-next-line no-console -- the site's only place that logs
  console.error(what, error);
};
