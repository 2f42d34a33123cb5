/** Injection token of the service's Redis connection. */
export const REDIS = Symbol('REDIS');
