import type { APIRequestContext, Page } from '@playwright/test';
import type { Geode, GeodePage } from '@geodes/contracts';

export interface Screen {
  name: string;
  /** Brings the page into the state to capture. */
  show: (page: Page) => Promise<unknown>;
  /** A layer over a page: captures only the window, else the whole page. */
  isLayer?: boolean;
  /** The screen exists only in windows narrower than this, px. */
  below?: number;
  /** Captured with scripts disabled. */
  isPlain?: boolean;
}

/** Returns the geodes on sale, newest first. */
export const geodesForSale = async (request: APIRequestContext): Promise<Geode[]> => {
  const { geodes } = (await (await request.get('/api/geodes?limit=100')).json()) as GeodePage;
  return geodes.filter(({ isAvailable }) => isAvailable);
};
