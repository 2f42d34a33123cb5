import { parse } from 'yaml';
import { readText } from './workspace.js';

export interface ComposeService {
  image: string;
  build?: { target: string };
  profiles?: string[];
  ports?: string[];
  networks?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  environment?: Record<string, string>;
  volumes?: (string | { source: string; target: string })[];
  stop_signal?: string;
  healthcheck?: { test?: string[] };
  entrypoint?: string[];
  deploy?: { resources: { limits: { cpus: string; memory: string; pids: number } } };
  depends_on?: Record<string, { condition: string }>;
}

export interface Compose {
  services: Record<string, ComposeService | null>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null>;
  volumes: Record<string, unknown>;
  secrets?: Record<string, { file: string }>;
}

/** `!reset null` removes a service of the base file. It is read as null, because the YAML schema does not know it. */
const RESET = { tag: '!reset', resolve: () => null };

/** Reads a compose file. Resolves its merge keys, not its variables. */
export const readCompose = (file: string): Compose =>
  parse(readText(file), { merge: true, customTags: [RESET] }) as Compose;

/** Returns the services of a file, without those that it removes. */
export const servicesOf = (compose: Compose): [string, ComposeService][] =>
  Object.entries(compose.services).filter((entry): entry is [string, ComposeService] => entry[1] !== null);
