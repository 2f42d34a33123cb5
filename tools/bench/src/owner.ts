const LIMIT_MS = 30_000;

/** The owner's calls, signed in once. */
export class Owner {
  private constructor(
    private readonly gateway: string,
    private readonly cookie: string,
  ) {}

  static async signIn(gateway: string, pin: string): Promise<Owner> {
    const reply = await fetch(`${gateway}/api/admin/login`, {
      method: 'POST',
      headers: { Origin: gateway, 'Content-Type': 'application/json' },
      body: JSON.stringify({ pin }),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    if (!reply.ok) throw new Error(`The owner could not sign in: ${reply.status}`);
    const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    return new Owner(gateway, cookies.join('; '));
  }

  get headers(): Record<string, string> {
    return { Origin: this.gateway, Cookie: this.cookie };
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    return this.send<T>(method, path, body && JSON.stringify(body), { 'Content-Type': 'application/json' });
  }

  /** The path of the picture. */
  async upload(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([bytes], { type: 'image/jpeg' }), 'picture.jpg');
    return (await this.send<{ objectPath: string }>('POST', '/api/objects/upload', form, {})).objectPath;
  }

  private async send<T>(
    method: string,
    path: string,
    body: string | FormData | undefined,
    headers: object,
  ): Promise<T> {
    const reply = await fetch(this.gateway + path, {
      method,
      headers: { ...this.headers, ...(body === undefined ? {} : headers) },
      signal: AbortSignal.timeout(LIMIT_MS),
      ...(body === undefined ? {} : { body }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  }
}
