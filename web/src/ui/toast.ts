/** A notice as it is shown. */
export interface Toast {
  id: number;
  title: string;
  text?: string;
  tone: 'plain' | 'bad';
  /** Milliseconds until it goes by itself. */
  duration: number;
}
