import { expect, type Page } from '@playwright/test';
import { signIn } from '../shop/calls.js';

/** On narrower screens (px) the tabs are a select. */
const WIDE = 1_024;

/** The panel opens with the inventory, which lists geodes of other tests whose picture does not exist. */
export const MISSING_PICTURE = /\/objects\/test\.webp/;

/** Chooses another tab of the open panel. */
export const chooseTab = async (page: Page, tab: string): Promise<void> => {
  if ((page.viewportSize()?.width ?? 0) < WIDE)
    await page.getByLabel('Tab', { exact: true }).selectOption({ label: tab });
  else await page.getByRole('tab', { name: tab, exact: true }).click();
};

/** Opens a tab of the panel with an owner session. The panel keeps its tab in the history state, as React Router does. */
export const openTab = async (page: Page, tab: string): Promise<void> => {
  await signIn(page.request);
  await page.addInitScript((name) => {
    if (location.pathname !== '/admin/panel') return;
    localStorage.setItem('admin_authenticated', 'true');
    if (!history.state) history.replaceState({ usr: { tab: name } }, '');
  }, tab.toLowerCase());
  await page.goto('/admin/panel');
  await expect(page.getByRole('heading', { name: tab, level: 1 })).toBeVisible();
};

interface DraggedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Returns what a drag of files carries, for the events of their drop. */
export const dragOf = (page: Page, files: DraggedFile[]) =>
  page.evaluateHandle(
    (dragged) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of dragged) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })),
  );
