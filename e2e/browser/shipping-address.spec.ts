import { expect } from '@playwright/test';
import type { AdminOrder } from '@geodes/contracts';
import { arriveWithCart, email, expectReceipt, fillShipping, openCart, payByCard, test } from './site.js';

test('an implausible postal address is questioned once beside its fields, and accepted if the buyer keeps it', async ({
  page,
  request,
}) => {
  await arriveWithCart(page, request);
  const steps = await openCart(page);
  await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
  await expect(steps).toContainText('We ship within the United States.');
  const mine = email();
  await fillShipping(page, mine);
  const state = steps.getByLabel('State');
  const zip = steps.getByLabel('Zip code');
  const apartment = steps.getByLabel('Apartment or suite');
  const goOn = steps.getByRole('button', { name: 'Continue to Payment' });

  await test.step('the form suggests the states, and each field has its autocomplete type', async () => {
    const suggested = page.locator(`#${await state.getAttribute('list')} option`);
    expect(await suggested.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toContain('Iowa');
    await expect(steps.getByLabel('Address', { exact: true })).toHaveAttribute('autocomplete', 'address-line1');
    await expect(apartment).toHaveAttribute('autocomplete', 'address-line2');
    await expect(state).toHaveAttribute('autocomplete', 'address-level1');
    await expect(zip).toHaveAttribute('autocomplete', 'postal-code');
    await expect(zip).toHaveAttribute('inputmode', 'numeric');
  });
  await test.step('an implausible state and zip code are questioned', async () => {
    await apartment.fill('Apt 4');
    await state.fill('Atlantis');
    await zip.fill('ABCDE');
    await goOn.click();
    await expect(state).toBeFocused();
    await expect(state).toHaveAccessibleDescription(/“Atlantis”.*continue to keep it/);
    await expect(zip).toHaveAccessibleDescription(/five digits.*“ABCDE”/);
    await expect(page.getByText('Missing Information')).toHaveCount(0);
  });
  await test.step('a field changed to another implausible value is questioned alone', async () => {
    await zip.fill('1234');
    await goOn.click();
    await expect(zip).toBeFocused();
    await expect(zip).toHaveAccessibleDescription(/“1234”/);
  });
  await test.step('values that the buyer keeps are accepted and not questioned again', async () => {
    await goOn.click();
    await expect(steps.getByRole('heading', { name: 'Payment' })).toBeVisible();
    await expect(steps).toContainText('1 Main Street, Apt 4, Keokuk, Atlantis 1234');
    await steps.getByRole('button', { name: 'Back' }).click();
    await expect(apartment).toHaveValue('Apt 4');
    await goOn.click();
    await expect(steps.getByRole('heading', { name: 'Payment' })).toBeVisible();
  });
  await test.step('the order has both lines of the address', async () => {
    await payByCard(page);
    await expectReceipt(page);
    const orders = (await (await request.get('/api/admin/orders')).json()) as AdminOrder[];
    const order = orders.find(({ customerEmail }) => customerEmail === mine);
    expect(order?.shippingAddress).toMatchObject({
      addressLine1: '1 Main Street, Apt 4',
      administrativeDistrictLevel1: 'Atlantis',
      postalCode: '1234',
    });
  });
});
