import type { SiteConfig } from '@geodes/contracts';

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
