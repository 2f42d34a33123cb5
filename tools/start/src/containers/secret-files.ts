const SUFFIX = '_FILE';

/**
 * Reads variables from files: `DATABASE_URL_FILE=/run/shop/database_url` sets DATABASE_URL. An empty file name or an empty
 * file counts as unset. The file overrides a variable of the same name. One trailing line end is dropped. Throws an Error
 * that names the variable and the file, never the content.
 */
export function readSecretFiles(
  environment: Record<string, string | undefined>,
  read: (path: string) => string,
): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, path]) =>
    name.endsWith(SUFFIX) && name.length > SUFFIX.length && path ? [[name, path] as const] : [],
  );
  return Object.fromEntries(
    entries
      .map(([name, path]) => [name.slice(0, -SUFFIX.length), readSecret(name, path, read)] as const)
      .filter(([, value]) => value),
  );
}

function readSecret(name: string, path: string, read: (path: string) => string): string {
  try {
    return read(path).replace(/\r?\n$/, '');
  } catch {
    throw new Error(`${name} says ${path}, which cannot be read: is it there, and readable for the container's user?`);
  }
}
