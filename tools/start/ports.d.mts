/** Throws when one of the shop's ports does not exist, is given twice or is taken by another program. */
export function checkPorts(environment?: Record<string, string | undefined>): Promise<void>;
