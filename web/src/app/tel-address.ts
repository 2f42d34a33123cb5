/** Returns the `tel:` URL of a phone number as people write it. */
export const telAddress = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
