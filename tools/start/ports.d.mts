/** Throws an error that names a free port when another program has one of the shop's ports. */
export function checkPorts(environment?: Record<string, string | undefined>): Promise<void>;
