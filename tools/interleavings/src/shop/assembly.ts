import 'reflect-metadata';

export type Class<T = object> = new (...dependencies: never[]) => T;
/** Maps a class to the subclass that a mutation uses instead. */
export type Replacements = ReadonlyMap<Class, Class>;

/** Nest's metadata: the types of a constructor's parameters, and the tokens of `@Inject`. */
const TYPES = 'design:paramtypes';
const TOKENS = 'self:paramtypes';

/**
 * Creates the objects of one process from Nest's metadata. Starting a Nest application is too slow: a run starts dozens
 * of processes.
 */
export class Injector {
  private readonly instances: Map<unknown, unknown>;

  constructor(
    provided: Iterable<readonly [unknown, unknown]>,
    private readonly replacements: Replacements,
  ) {
    this.instances = new Map(provided);
  }

  /** Returns the instance of a class. Throws when a dependency is neither provided nor a class. */
  get<T extends object>(type: Class<T>): T {
    return this.resolve(type) as T;
  }

  private resolve(token: unknown): unknown {
    if (this.instances.has(token)) return this.instances.get(token);
    if (typeof token !== 'function') throw new Error(`${String(token)} is not provided`);
    const type = this.replacements.get(token as Class) ?? (token as Class);
    const dependencies = this.dependenciesOf(type).map((dependency) => this.resolve(dependency));
    const instance = new type(...(dependencies as never[]));
    this.instances.set(token, instance);
    return instance;
  }

  /** A replacement without its own constructor inherits the metadata of the class that it extends. */
  private dependenciesOf(type: Class): unknown[] {
    const types = (Reflect.getMetadata(TYPES, type) ?? []) as unknown[];
    const tokens = (Reflect.getMetadata(TOKENS, type) ?? []) as { index: number; param: unknown }[];
    return types.map((parameter, index) => tokens.find((token) => token.index === index)?.param ?? parameter);
  }
}
