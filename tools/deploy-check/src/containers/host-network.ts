/** The part of `docker compose config --format json` that is changed here. */
export interface ResolvedService {
  environment?: Record<string, string>;
  networks?: unknown;
  network_mode?: string;
  ports?: unknown;
  extra_hosts?: string[];
  build?: { network?: string };
  depends_on?: unknown;
}
export interface ResolvedCompose {
  name: string;
  services: Record<string, ResolvedService>;
  networks?: unknown;
}

/** The port variable of each service that can run several times on one network. */
const PORT_VARIABLES: Record<string, string> = {
  gateway: 'PORT',
  catalog: 'HTTP_PORT',
  orders: 'HTTP_PORT',
  payments: 'HTTP_PORT',
  media: 'HTTP_PORT',
};

/**
 * Adapts the shop to an engine without networks, as on some build machines. All services share the host's network, each has
 * a separate port, and their names resolve to loopback. Further processes of a service are copies with other ports, because
 * `--scale` would give them all the same port.
 */
export const onHostNetwork = (compose: ResolvedCompose, scale: Record<string, number> = {}): ResolvedCompose => {
  const names = Object.keys(compose.services);
  const services = Object.fromEntries(
    Object.entries(compose.services).flatMap(([name, service]) =>
      Array.from({ length: scale[name] ?? 1 }, (_, index) => {
        const moved = move(service, names);
        return index === 0 ? [name, moved] : [`${name}-${index + 1}`, onFurtherPort(name, moved, index)];
      }),
    ),
  );
  return { ...compose, services, networks: undefined };
};

const move = (
  { networks: _networks, ports: _ports, ...service }: ResolvedService,
  names: string[],
): ResolvedService => ({
  ...service,
  network_mode: service.network_mode === 'none' ? 'none' : 'host',
  ...(service.network_mode === 'none' ? {} : { extra_hosts: names.map((name) => `${name}=127.0.0.1`) }),
  ...(service.build ? { build: { ...service.build, network: 'host' } } : {}),
});

const onFurtherPort = (name: string, service: ResolvedService, index: number): ResolvedService => {
  const variable = PORT_VARIABLES[name];
  const port = Number(variable && service.environment?.[variable]);
  if (!variable || !port) throw new Error(`${name} cannot be run more than once on one network.`);
  return { ...service, environment: { ...service.environment, [variable]: String(port + index * 1000) } };
};
