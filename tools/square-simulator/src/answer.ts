/** The response of a call. */
export interface Answer {
  status: number;
  body: unknown;
  /** Recorded, and never answered: the source was `cnon:simulator-hang`. */
  withheld?: boolean;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
