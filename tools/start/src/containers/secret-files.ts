const SUFFIX = '_FILE';

/**
 * The variables whose values stand in files: `DATABASE_URL_FILE=/run/shop/database_url` gives DATABASE_URL. An empty name of
 * a file counts as unset; the file wins over a variable of the same name, and a line end at its end is dropped.
 * Throws an Error that names the variable and the file, never what is in it.
 */
export function readSecretFiles(
  environment: Record<string, string | undefined>,
  read: (path: string) => string,
): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, path]) =>
    name.endsWith(SUFFIX) && name.length > SUFFIX.length && path ? [[name, path] as const] : [],
  );
  return Object.fromEntries(entries.map(([name, path]) => [name.slice(0, -SUFFIX.length), readOne(name, path, read)]));
}

function readOne(name: string, path: string, read: (path: string) => string): string {
  const value = attempt(() => read(path).replace(/\r?\n$/, ''));
  if (value === undefined)
    throw new Error(`${name} says ${path}, which cannot be read: is it there, and readable for the container's user?`);
  if (value === '') throw new Error(`${name} says ${path}, which is empty.`);
  return value;
}

function attempt(run: () => string): string | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
