import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { geodeOnSale } from '../shop/calls.js';
import { PUBLIC_PAGES } from '../shop/settings.js';
import { FAILED_RESPONSE, horizontalOverflow, test } from './site.js';

/** Reads width and height from the IHDR chunk of a PNG. */
const sizeOfPng = (file: Buffer): [number, number] => {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(file.subarray(12, 16).toString('latin1')).toBe('IHDR');
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
};

/** Presses a button and returns the downloaded file. */
const downloaded = async (page: Page, press: () => Promise<void>): Promise<{ name: string; file: Buffer }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), file: readFileSync(await download.path()) };
};

/** Counts the colours of a picture on the page; 1 means that nothing was drawn. */
const coloursOf = (page: Page, name: RegExp): Promise<number> =>
  page.getByRole('img', { name }).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const colours = new Set<number>();
    for (let at = 0; at < pixels.length; at += 40)
      colours.add(((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0));
    return colours.size;
  });

const chooseGeode = async (page: Page, title: string) => {
  await page.getByRole('button', { name: 'Choose a geode' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a geode' });
  await dialog.getByLabel('Search geodes').fill(title);
  await dialog.getByRole('button', { name: title }).first().click();
  await expect(dialog).toBeHidden();
};

/** Opens a template. It has the header and footer, fits wide and narrow screens and is hidden from search engines. */
const openTemplate = async (page: Page, url: string) => {
  const response = await page.goto(url);
  expect(response?.status()).toBe(200);
  expect(await response?.text()).toContain('<meta name="robots" content="noindex">');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' });
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 412, height: 900 });
  await expect(menu).toBeVisible();
  expect(await horizontalOverflow(page), 'on a narrow screen').toBe(0);
  await page.setViewportSize({ width, height });
  await expect(menu).toBeHidden();
  expect(await horizontalOverflow(page), 'on a wide screen').toBe(0);
};

test('no public page links to the internal templates', async ({ request }) => {
  for (const path of PUBLIC_PAGES) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('</footer>');
    expect(html, path).not.toMatch(/href="\/(logo-preview|ads|facebook-banner)/);
  }
});

const formats = [
  { name: 'Square', price: '29.99', width: 1080, height: 1080 },
  { name: 'Portrait', price: '24.99', width: 1080, height: 1350 },
  { name: 'Story', price: '34.99', width: 1080, height: 1920 },
];

test('/ads is a hidden page that exports each format, with samples, a real geode, or other texts and prices', async ({
  page,
  request,
}) => {
  await openTemplate(page, '/ads');
  await test.step("each format opens with its sample price and exports a PNG in the network's size", async () => {
    for (const { name, price, width, height } of formats) {
      const ad = page.getByRole('article', { name: `${name} ad` });
      await expect(ad.getByLabel('Price')).toHaveValue(price);
      await expect(ad.getByRole('img', { name: new RegExp(`sample.*\\$${price}`) })).toBeVisible();
      const { name: fileName, file } = await downloaded(page, () =>
        ad.getByRole('button', { name: 'Download PNG' }).click(),
      );
      expect(fileName).toBe(`midwest-geodes-${name.toLowerCase()}-${width}x${height}.png`);
      expect(sizeOfPng(file)).toEqual([width, height]);
      await expect(ad.getByRole('status')).toHaveText(`Saved as ${fileName}.`);
    }
  });

  await test.step('a real geode is shown with its picture and price', async () => {
    const { title, price } = await geodeOnSale(request);
    await expect(page.getByRole('article', { name: 'Square ad' }).getByRole('button')).toBeEnabled();
    const drawn = await coloursOf(page, /^Square ad, sample/);
    await chooseGeode(page, title);
    for (const { name } of formats) {
      const ad = page.getByRole('article', { name: `${name} ad` });
      await expect(ad.getByLabel('Price')).toHaveValue(price);
      await expect(ad.getByRole('button', { name: 'Download PNG' })).toBeEnabled();
    }
    // a photograph has many more colours than an engraving
    await expect.poll(() => coloursOf(page, new RegExp(`^Square ad, `))).toBeGreaterThan(drawn * 3);
    const ad = page.getByRole('article', { name: 'Story ad' });
    const { file } = await downloaded(page, () => ad.getByRole('button', { name: 'Download PNG' }).click());
    expect(sizeOfPng(file)).toEqual([1080, 1920]);

    await page.getByRole('button', { name: 'Back to the sample' }).click();
    await expect(page.getByRole('article', { name: 'Square ad' }).getByLabel('Price')).toHaveValue('29.99');
  });

  await test.step('other texts and prices are shown, and an invalid price is reported', async () => {
    const ad = page.getByRole('article', { name: 'Square ad' });
    await page.getByLabel('Headline').fill('Opened this morning');
    await ad.getByLabel('Price').fill('1204.5');
    await expect(ad.getByRole('img', { name: /Opened this morning.*\$1,204\.50/ })).toBeVisible();
    await ad.getByLabel('Price').fill('cheap');
    await expect(ad.getByText('Write an amount like 29.99, or nothing.')).toBeVisible();
    await expect(ad.getByRole('button', { name: 'Download PNG' })).toBeDisabled();
  });
});

test.describe('a picture that fails', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('is loaded again, and can be put into a file then', async ({ page, request }) => {
    const { title, imageUrl } = await geodeOnSale(request);
    let isAway = true;
    await page.route(
      (url) => url.href.includes(imageUrl),
      (route) => (isAway ? route.fulfill({ status: 503 }) : route.fallback()),
    );
    await page.goto('/ads');
    await chooseGeode(page, title);
    const ad = page.getByRole('article', { name: 'Square ad' });
    await expect(ad.getByRole('status')).toHaveText('The picture of this geode cannot be put into a file.');
    await expect(ad.getByRole('button', { name: 'Download PNG' })).toBeDisabled();
    isAway = false;
    await expect(ad.getByRole('button', { name: 'Download PNG' })).toBeEnabled();
  });
});

test('/facebook-banner is a hidden page that shows its safe areas and exports the cover in two resolutions', async ({
  page,
  request,
}) => {
  await openTemplate(page, '/facebook-banner');
  await expect(page.getByText('Phones show this part')).toBeVisible();
  await page.getByRole('switch', { name: 'Show safe areas' }).click();
  await expect(page.getByText('Phones show this part')).toBeHidden();
  await chooseGeode(page, (await geodeOnSale(request)).title);
  const once = await downloaded(page, () => page.getByRole('button', { name: 'Download PNG, 820 × 312' }).click());
  expect(sizeOfPng(once.file)).toEqual([820, 312]);
  const twice = await downloaded(page, () => page.getByRole('button', { name: 'Sharper, 1640 × 624' }).click());
  expect(sizeOfPng(twice.file)).toEqual([1640, 624]);
});

test('/logo-preview is a hidden page that keeps the chosen logo in its URL and exports it, light and dark', async ({
  page,
}) => {
  await openTemplate(page, '/logo-preview?logo=seal');
  await expect(page.getByRole('radio', { name: 'Seal' })).toBeChecked();
  await page.getByRole('radio', { name: 'Two banks' }).check();
  await expect(page).toHaveURL(/logo=two-banks/);
  await expect(page.getByRole('img', { name: 'Two banks on light' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Two banks on dark' })).toBeVisible();
  const light = await downloaded(page, () => page.getByRole('button', { name: 'Download SVG on light' }).click());
  const dark = await downloaded(page, () => page.getByRole('button', { name: 'Download SVG on dark' }).click());
  expect(light.name).toBe('midwest-geodes-two-banks-light.svg');
  expect(light.file.toString()).toMatch(/^<svg [^>]*viewBox="0 0 490 190"/);
  expect(dark.file.toString()).not.toBe(light.file.toString());
  await page.getByRole('radio', { name: '2048 px' }).check();
  const png = await downloaded(page, () => page.getByRole('button', { name: 'Download PNG on light' }).click());
  expect(sizeOfPng(png.file)).toEqual([2048, 794]);
});
