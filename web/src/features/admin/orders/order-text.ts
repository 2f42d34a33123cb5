import type { AdminOrder, SiteConfig } from '@geodes/contracts';

/** The address as it is written on a parcel, line by line. */
export const addressLines = ({ customerName, shippingAddress }: AdminOrder): string[] => {
  const { addressLine1, addressLine2, locality, administrativeDistrictLevel1, postalCode, country } = shippingAddress;
  const place = [locality, [administrativeDistrictLevel1, postalCode].filter(Boolean).join(' ')];
  return [customerName, addressLine1, addressLine2, place.filter(Boolean).join(', '), country]
    .map((line) => line.trim())
    .filter(Boolean);
};

/** Where Square's sellers look at their sales; the simulator has no such place. */
const dashboards: Partial<Record<SiteConfig['square']['environment'], string>> = {
  sandbox: 'https://app.squareupsandbox.com',
  production: 'https://app.squareup.com',
};

/** The page of a payment in Square's dashboard. */
export const paymentUrl = (
  environment: SiteConfig['square']['environment'] | undefined,
  squarePaymentId: string,
): string | undefined => {
  const dashboard = environment && dashboards[environment];
  return dashboard && `${dashboard}/dashboard/sales/transactions/${encodeURIComponent(squarePaymentId)}`;
};
