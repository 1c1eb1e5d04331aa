export interface Listening {
  readonly host: string
  readonly port: number
}

/** The port is in use; the command line turns it into exit 4. */
export class PortTaken extends Error {
  readonly retryable = true
  readonly listening: Listening

  constructor(listening: Listening, advice = 'stop what listens there, or start with --port 0 for a free one') {
    super(`Port ${listening.port} on ${listening.host} is taken: ${advice}`)
    this.name = 'PortTaken'
    this.listening = listening
  }
}
