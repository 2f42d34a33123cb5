import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { isPhone, test } from './site.js';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Expects WCAG 2.2 AA of the screen, or of the part that `within` selects: every rule in the light scheme, and contrast,
 * which alone depends on the scheme, also in the dark one (not on phones, whose colours are the same). Checking a large
 * screen takes seconds: show no more than the test needs.
 */
export const expectAccessible = async (page: Page, name: string, within?: string): Promise<void> => {
  await test.step(`WCAG 2.2 AA: ${name}`, async () => {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
    const found: string[] = [];
    for (const scheme of isPhone() ? (['light'] as const) : (['dark', 'light'] as const)) {
      await page.emulateMedia({ colorScheme: scheme });
      const runOnly: axe.RunOnly =
        scheme === 'light' ? { type: 'tag', values: TAGS } : { type: 'rule', values: ['color-contrast'] };
      const violations = await page.evaluate(violationsOf, { within, runOnly });
      found.push(...violations.map((violation) => `${scheme} ${violation}`));
    }
    expect(found, name).toEqual([]);
  });
};

/** Runs axe in the page. Leaves frames out: Square draws the card form in its own. */
const violationsOf = async ({ within, runOnly }: { within?: string; runOnly: axe.RunOnly }): Promise<string[]> => {
  const { axe: checker } = window as unknown as { axe: typeof axe };
  const { violations } = await checker.run(
    { include: [[within ?? 'html']], exclude: [['iframe']] },
    { runOnly, resultTypes: ['violations'], iframes: false },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
};
