import 'reflect-metadata';

export type Class<T = object> = new (...needs: never[]) => T;
/** What stands in the place of a class; a mutation of the shop's code is one. */
export type Replacements = ReadonlyMap<Class, Class>;

/** Nest's own notes: what a constructor takes, and by which token where `@Inject` says so. */
const TYPES = 'design:paramtypes';
const TOKENS = 'self:paramtypes';

/**
 * Makes the objects of one process as Nest would, from the same notes on their constructors, without starting a whole
 * application: an interleaving starts dozens of processes.
 */
export class Assembly {
  private readonly made: Map<unknown, unknown>;

  constructor(
    given: Iterable<readonly [unknown, unknown]>,
    private readonly replacements: Replacements,
  ) {
    this.made = new Map(given);
  }

  /** Throws where a class needs something that is neither given nor a class. */
  get<T extends object>(type: Class<T>): T {
    return this.resolve(type) as T;
  }

  private resolve(token: unknown): unknown {
    if (this.made.has(token)) return this.made.get(token);
    if (typeof token !== 'function') throw new Error(`${String(token)} is not given`);
    const type = this.replacements.get(token as Class) ?? (token as Class);
    const needs = this.needsOf(type).map((need) => this.resolve(need));
    const instance = new type(...(needs as never[]));
    this.made.set(token, instance);
    return instance;
  }

  /** A replacement that adds nothing to the constructor is made like the class it extends. */
  private needsOf(type: Class): unknown[] {
    const types = (Reflect.getMetadata(TYPES, type) ?? []) as unknown[];
    const tokens = (Reflect.getMetadata(TOKENS, type) ?? []) as { index: number; param: unknown }[];
    return types.map((needed, index) => tokens.find((token) => token.index === index)?.param ?? needed);
  }
}
