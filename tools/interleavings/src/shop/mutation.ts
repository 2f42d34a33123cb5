import { ScriptedBus } from '../network/scripted-bus.js';
import { ScriptedSquare } from '../square/scripted-square.js';
import type { Replacements } from './assembly.js';

/** A change to the shop's code that the interleavings must find; `none` changes nothing. */
export interface Mutation {
  name: string;
  /** What would be wrong with such a shop, in words. */
  wrong: string;
  replacements: Replacements;
  /** The bus of the orders service. */
  OrdersBus: typeof ScriptedBus;
  /** The payments service's client of Square. */
  Square: typeof ScriptedSquare;
  /** What a statement of the shop becomes. */
  rewrite(text: string): string;
}

export const mutation = (name: string, wrong: string, change: Partial<Mutation> = {}): Mutation => ({
  name,
  wrong,
  replacements: new Map(),
  OrdersBus: ScriptedBus,
  Square: ScriptedSquare,
  rewrite: (text) => text,
  ...change,
});

export const UNCHANGED = mutation('none', 'nothing');
