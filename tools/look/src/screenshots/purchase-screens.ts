import { goTo, type Screen, type Visit } from './screen.js';

/** The stored cart as an earlier visit left it. */
const storeCart = ({ page, own }: Visit) =>
  page.addInitScript(
    (items) => {
      if (!sessionStorage.getItem('cart-stored')) localStorage.setItem('geode-cart', items);
      sessionStorage.setItem('cart-stored', 'yes');
    },
    JSON.stringify([{ ...own, price: Number(own.price), quantity: 1 }]),
  );

const openCart = async (visit: Visit) => {
  await goTo('/gallery')(visit);
  await visit.page.getByRole('button', { name: /^Cart/ }).click();
  await visit.page.getByRole('dialog').waitFor();
};

const openShipping = async (visit: Visit) => {
  await storeCart(visit);
  await openCart(visit);
  await visit.page.getByRole('dialog').getByRole('button', { name: 'Continue to Shipping' }).click();
};

const fields = [
  ['First name', 'Demo'],
  ['Last name', 'Buyer'],
  ['Address', '1 Main Street'],
  ['City', 'Keokuk'],
  ['State', 'IA'],
  ['Zip code', '52632'],
] as const;

const openPayment = async (visit: Visit) => {
  await openShipping(visit);
  const drawer = visit.page.getByRole('dialog');
  await drawer.getByLabel('Email').fill(`look-${visit.own.id.slice(0, 8)}@example.com`);
  for (const [label, value] of fields) await drawer.getByLabel(label, { exact: true }).fill(value);
  await drawer.getByRole('button', { name: 'Continue to Payment' }).click();
  await visit.page.frameLocator('iframe.sq-card-component').locator('#cardNumber').waitFor();
};

const card = [
  ['#cardNumber', '4111 1111 1111 1111'],
  ['#expirationDate', '12/30'],
  ['#cvv', '111'],
  ['#postalCode', '52632'],
] as const;

const buy = async (visit: Visit) => {
  await openPayment(visit);
  const form = visit.page.frameLocator('iframe.sq-card-component');
  for (const [field, value] of card) await form.locator(field).fill(value);
  await visit.page.getByRole('button', { name: /^Pay \$/ }).click();
  await visit.page.getByRole('dialog', { name: 'Thank you for your order' }).waitFor({ timeout: 40_000 });
};

/** From a filled cart to the confirmation, and the order that is found again. */
export const purchaseScreens: readonly Screen[] = [
  { name: 'cart-empty', isLayer: true, show: openCart },
  {
    name: 'cart-1-cart',
    isLayer: true,
    show: async (visit) => {
      await storeCart(visit);
      await openCart(visit);
    },
  },
  { name: 'cart-2-shipping', isLayer: true, show: openShipping },
  {
    name: 'cart-2-missing',
    isLayer: true,
    show: async (visit) => {
      await openShipping(visit);
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Continue to Payment' }).click();
    },
  },
  {
    name: 'cart-3-payment',
    isLayer: true,
    show: async (visit) => {
      await openPayment(visit);
    },
  },
  { name: 'confirmation', isLayer: true, show: buy },
  {
    name: 'track-order-found',
    show: async (visit) => {
      await goTo('/track-order')(visit);
      await visit.page
        .getByRole('main')
        .getByRole('textbox')
        .fill(`look-${visit.own.id.slice(0, 8)}@example.com`);
      await visit.page.getByRole('main').getByRole('button').click();
      await visit.page.getByText(/^Found/).waitFor();
    },
  },
];
