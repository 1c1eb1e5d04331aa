export interface Listening {
  readonly host: string
  readonly port: number
}

/** The port is in use; the command line turns it into exit 4. */
export class PortTaken extends Error {
  readonly retryable = true

  constructor({ host, port }: Listening, instead = 'start with --port 0 for a free one') {
    super(`Port ${port} on ${host} is taken: stop what listens there, or ${instead}`)
    this.name = 'PortTaken'
  }
}
