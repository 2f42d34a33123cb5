import type { PlacedOrder } from '@geodes/contracts';
import type { DemoOrder } from '@geodes/testing';

export interface Order extends DemoOrder {
  /** The stones are held before they are paid, as the site does; a plain client just orders. */
  holdsFirst?: boolean;
}

/** One answer; `status` is 0 for silence. */
export interface Answer {
  status: number;
  /** The error's code, or the order's status. */
  said: string;
  order?: PlacedOrder;
  /** From the moment at which the buyers were let go, milliseconds. */
  ms: number;
}

/** What a reply says, in one word; an answer that is no JSON is shown as it is. */
export const readAnswer = (status: number, text: string, ms: number): Answer => {
  try {
    const body = JSON.parse(text) as PlacedOrder & { code?: string };
    return { status, said: body.code ?? body.status, ms, ...(status < 300 ? { order: body } : {}) };
  } catch {
    return { status, said: text.slice(0, 100), ms };
  }
};
