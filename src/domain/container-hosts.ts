/** Names by which programs in a container reach the machine that runs it; each container runtime has its own. */
export const containerHosts = [
  'host.docker.internal',
  'gateway.docker.internal',
  'host.containers.internal',
  'host.lima.internal',
  'host.testcontainers.internal',
] as const
