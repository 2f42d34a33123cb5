import type { APIRequestContext, Page } from '@playwright/test';
import type { Geode, GeodePage } from '@geodes/contracts';

export interface Screen {
  name: string;
  /** Brings the page to the state to be seen. */
  show: (page: Page) => Promise<unknown>;
  /** Only what the window shows: layers over a page. Else the whole page. */
  isLayer?: boolean;
  /** The screen exists only in windows narrower than this, pixels. */
  below?: number;
  /** Without scripts in the browser. */
  isPlain?: boolean;
}

/** Demo geodes that are for sale, the newest first. */
export const geodesForSale = async (request: APIRequestContext): Promise<Geode[]> => {
  const { geodes } = (await (await request.get('/api/geodes?limit=100')).json()) as GeodePage;
  return geodes.filter(({ isAvailable }) => isAvailable);
};
