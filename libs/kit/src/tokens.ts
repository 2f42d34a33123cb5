/** Injection tokens of the providers of KitModule. */
export const LOGGER = Symbol('LOGGER');
export const NATS_URL = Symbol('NATS_URL');
export const HEALTH_CHECKS = Symbol('HEALTH_CHECKS');
export const CLOCK = Symbol('CLOCK');
