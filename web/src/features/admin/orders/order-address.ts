import type { AdminOrder } from '@geodes/contracts';

/** The address as it is written on a parcel, line by line. */
export const addressLines = ({ customerName, shippingAddress }: AdminOrder): string[] => {
  const { addressLine1, addressLine2, locality, administrativeDistrictLevel1, postalCode, country } = shippingAddress;
  const place = [locality, [administrativeDistrictLevel1, postalCode].filter(Boolean).join(' ')];
  return [customerName, addressLine1, addressLine2, place.filter(Boolean).join(', '), country]
    .map((line) => line.trim())
    .filter(Boolean);
};
