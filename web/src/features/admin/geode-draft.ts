import type { Geode } from '@geodes/contracts';
import { readStored, writeStored } from '../../app/browser-storage.js';
import type { GeodeForm } from './geode-form.js';

const KEY = 'geode-draft';

/** A form that was taken away from the owner, with the geode as it was read. */
export interface GeodeDraft {
  geode?: Geode;
  form: GeodeForm;
}

/**
 * What was typed when the session ended under the form: it is there again after the next log-in, in the same tab. What
 * the owner discards is not kept.
 */
export const keepDraft = (draft: GeodeDraft | null): void => writeStored('sessionStorage', KEY, draft);

export const keptDraft = (): GeodeDraft | null => {
  const draft = readStored('sessionStorage', KEY);
  return typeof draft === 'object' && draft !== null && 'form' in draft ? (draft as GeodeDraft) : null;
};
