import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isPhone, test } from './buyer.js';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Expects WCAG 2.2 AA of the screen, or of the part that `within` selects: every rule in the light scheme, and
 * contrast, which alone depends on the scheme, also in the dark one (not on phones, whose colours are the same).
 * Checking a large screen takes seconds: show no more than the test needs.
 */
export const expectAccessible = async (page: Page, name: string, within?: string): Promise<void> => {
  await test.step(`WCAG 2.2 AA: ${name}`, async () => {
    const found = [];
    for (const scheme of isPhone() ? (['light'] as const) : (['dark', 'light'] as const)) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      // Square draws the card form in its own frame
      const axe = new AxeBuilder({ page }).exclude('iframe');
      if (within) axe.include(within);
      if (scheme === 'light') axe.withTags(TAGS);
      else axe.withRules(['color-contrast']);
      const { violations } = await axe.analyze();
      found.push(...violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`));
    }
    expect(found, name).toEqual([]);
  });
};
