import type { AdminOrder, SiteConfig } from '@geodes/contracts';

/** Returns the lines of the postal address as written on a parcel. */
export const addressLines = (order: Pick<AdminOrder, 'customerName' | 'shippingAddress'>): string[] => {
  const { customerName, shippingAddress } = order;
  const { addressLine1, addressLine2, locality, administrativeDistrictLevel1, postalCode, country } = shippingAddress;
  const place = [locality, [administrativeDistrictLevel1, postalCode].filter(Boolean).join(' ')];
  return [customerName, addressLine1, addressLine2, place.filter(Boolean).join(', '), country]
    .map((line) => line.trim())
    .filter(Boolean);
};

/** Base URLs of Square's dashboard. The simulator has none. */
const dashboards: Partial<Record<SiteConfig['square']['environment'], string>> = {
  sandbox: 'https://app.squareupsandbox.com',
  production: 'https://app.squareup.com',
};

/** Returns the URL of a payment in Square's dashboard; undefined if there is none. */
export const paymentUrl = (
  environment: SiteConfig['square']['environment'] | undefined,
  squarePaymentId: string,
): string | undefined => {
  const dashboard = environment && dashboards[environment];
  return dashboard && `${dashboard}/dashboard/sales/transactions/${encodeURIComponent(squarePaymentId)}`;
};

/** Returns whether the buyer's data was erased; the email of an erased buyer reaches no one. */
export const isErased = ({ customerEmail }: AdminOrder): boolean => customerEmail.endsWith('@erased.invalid');
