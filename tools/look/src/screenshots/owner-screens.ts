import { goTo, type Screen, type Visit } from './screen.js';

const WIDE = 1024;

const logIn = async (visit: Visit) => {
  const { page, adminPin } = visit;
  await goTo('/admin')(visit);
  await page.getByLabel(/^PIN/).fill(adminPin);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL('**/admin/panel');
};

/** The tabs are a select on narrow screens. */
const openTab = (label: string) => async (visit: Visit) => {
  const { page } = visit;
  await logIn(visit);
  if ((page.viewportSize()?.width ?? 0) >= WIDE) await page.getByRole('tab', { name: label }).click({ timeout: 5_000 });
  else await page.getByRole('combobox', { name: 'Tab' }).selectOption({ label }, { timeout: 5_000 });
};

/** What the owner sees. */
export const ownerScreens: readonly Screen[] = [
  { name: 'admin-login', show: goTo('/admin') },
  {
    name: 'admin-login-refused',
    show: async (visit) => {
      await visit.page.route(/\/api\/admin\/login/, (route) =>
        route.fulfill({ status: 401, json: { message: 'Invalid PIN. Please try again.' } }),
      );
      await goTo('/admin')(visit);
      await visit.page.getByLabel(/^PIN/).fill('000000000');
      await visit.page.locator('button[type="submit"]').click();
    },
  },
  ...['Inventory', 'Orders', 'Showcase', 'Analytics', 'Settings'].map((label) => ({
    name: `admin-${label.toLowerCase()}`,
    show: openTab(label),
  })),
];
