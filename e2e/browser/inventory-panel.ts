import { expect, type Locator, type Page } from '@playwright/test';
import { openTab } from './owner-tab.js';

export const openInventory = (page: Page): Promise<void> => openTab(page, 'Inventory');

/** Finds the row or card of a geode. */
export const row = (page: Page, title: string): Locator =>
  page.getByLabel('Geodes', { exact: true }).locator('tbody > tr, > li').filter({ hasText: title });

export const search = async (page: Page, term: string): Promise<void> => {
  await page.getByRole('searchbox', { name: 'Search inventory' }).fill(term);
};

/** Finds the form beside the inventory. */
export const form = (page: Page): Locator => page.getByRole('dialog', { name: /^(Add Geode|Edit geode)$/ });

export const openNew = async (page: Page): Promise<Locator> => {
  await page.getByRole('main').getByRole('button', { name: 'Add Geode' }).click();
  await expect(form(page)).toBeVisible();
  return form(page);
};

export const openEdit = async (page: Page, title: string): Promise<Locator> => {
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
  await expect(form(page)).toBeVisible();
  return form(page);
};

export const picture = (sheet: Locator, place: number): Locator =>
  sheet.getByRole('listitem', { name: new RegExp(`^Picture ${place} of`) });

export const chooseFiles = (sheet: Locator, files: Parameters<Locator['setInputFiles']>[0]) =>
  sheet.locator('input[type=file]').setInputFiles(files);

/** Fills every required field except the pictures. */
export const fillForm = async (sheet: Locator, title: string): Promise<void> => {
  await sheet.getByLabel('Title').fill(title);
  await sheet.getByLabel('Description').fill('Found after the spring flood.');
  await sheet.getByLabel('Price').fill('64.5');
  await sheet.getByLabel('Size').fill('4.25 inches');
  await sheet.getByLabel('Location').selectOption('Hamilton, Illinois');
  await sheet.getByLabel('Crystal type').selectOption('Amethyst');
};
