import { parse } from 'yaml';
import { readText } from './workspace.js';

export interface ComposeService {
  image: string;
  build?: { target: string };
  profiles?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  environment?: Record<string, string>;
  volumes?: (string | { source: string; target: string })[];
  stop_signal?: string;
  entrypoint?: string[];
  deploy?: { resources: { limits: { cpus: string; memory: string; pids: number } } };
  depends_on?: Record<string, { condition: string }>;
}

export interface Compose {
  services: Record<string, ComposeService | null>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
  secrets?: Record<string, { file: string }>;
}

/** `!reset null` takes a service out of the file below; the schema does not know it, so it is read as null. */
const RESET = { tag: '!reset', resolve: () => null };

/** A compose file as it stands, with its merge keys resolved and its variables not. */
export const readCompose = (file: string): Compose =>
  parse(readText(file), { merge: true, customTags: [RESET] }) as Compose;

/** The services that the file says, without those that it takes out. */
export const servicesOf = (compose: Compose): [string, ComposeService][] =>
  Object.entries(compose.services).filter((entry): entry is [string, ComposeService] => entry[1] !== null);
