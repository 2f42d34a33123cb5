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

/** The variables with a process's ports. A service with one of them can run several times on one network. */
const PORT_VARIABLES = ['PORT', 'HTTP_PORT', 'METRICS_PORT'];

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
        return index === 0 ? [name, moved] : [`${name}-${index + 1}`, onFurtherPorts(name, moved, index)];
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

const onFurtherPorts = (name: string, service: ResolvedService, index: number): ResolvedService => {
  const ports = Object.entries(service.environment ?? {}).filter(([variable]) => PORT_VARIABLES.includes(variable));
  if (ports.length === 0) throw new Error(`${name} cannot be run more than once on one network.`);
  const moved = ports.map(([variable, port]) => [variable, String(Number(port) + index * 1000)]);
  return { ...service, environment: { ...service.environment, ...Object.fromEntries(moved) } };
};
