import type { NoAnswer } from '../../domain/delivery.ts'
import { codeOf, messageOf } from '../../error-code.ts'
import { AddressRefused } from './connect.ts'

/** The last thing that happened: no connection yet, request handed to the socket, a 1xx came, answer begun. */
export type ExchangeStage = 'connecting' | 'sent' | 'interim' | 'answering'

export interface Circumstances {
  readonly host: string
  /** True if the callback URL is https. */
  readonly secure: boolean
  readonly stage: ExchangeStage
  readonly status: number
  readonly isContainer: boolean
}

/** Returns why there was no answer and what the developer can do. */
export function noAnswerAfter(error: unknown, at: Circumstances): NoAnswer {
  if (error instanceof AddressRefused) return { reason: 'not-allowed', error: error.message }
  const message = messageOf(error)
  const code = codeOf(error)
  const known = byCode[code]
  if (known !== undefined) return { reason: known[0], error: known[1](at.host, at) }
  // What the HTTP client says of a 101, with the code of a lost connection.
  if (message === 'bad upgrade') return switchesProtocol(at.host)
  if (lostCodes.includes(code)) return { reason: 'lost', error: lost(at, code) }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return { reason: 'tls', error: noTls(at.host) }
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED')
    return { error: `the webhook could not be sent: ${message}` }
  // Parser errors have no code.
  const isMalformed = error instanceof Error && (error.name === 'HTTPParserError' || code.startsWith('UND_ERR'))
  if (isMalformed && isTlsAlert(error)) {
    return { reason: 'tls', error: `${at.host} answered in TLS: write https:// in the callback URL` }
  }
  return isMalformed
    ? { reason: 'malformed', error: malformed(at.host, message) }
    : { error: `no answer from ${at.host}: ${message}` }
}

export function switchesProtocol(host: string): NoAnswer {
  const why = 'it switches protocols (101), and the webhook did not ask for that'
  return { reason: 'malformed', error: malformed(host, why) }
}

export function timedOut(timeoutMs: number, { host, stage, status }: Circumstances): NoAnswer {
  const time = timeoutMs % 1000 === 0 ? `${timeoutMs / 1000}s` : `${timeoutMs}ms`
  const waits: Record<ExchangeStage, string> = {
    connecting: `no connection to ${host}`,
    sent: `${host} took the webhook but did not answer; answer first, work afterwards`,
    interim: `${host} sent only an interim answer (1xx); answer first, work afterwards`,
    answering: `the answer of ${host} (status ${status}) did not end`,
  }
  return { reason: 'timed-out', error: `timed out after ${time}: ${waits[stage]}` }
}

type Known = readonly [reason: NoAnswer['reason'] & string, sentence: (host: string, at: Circumstances) => string]

const byCode: Readonly<Record<string, Known>> = {
  ECONNREFUSED: ['refused', refused],
  ENOTFOUND: [
    'unknown-host',
    (host) => `host name cannot be resolved: ${host}; check the spelling of the callback URL`,
  ],
  EAI_AGAIN: [
    'unknown-host',
    (host) => `host name cannot be resolved: ${host}; no DNS server answers, is this machine online?`,
  ],
  EHOSTUNREACH: ['no-route', (host) => `no route to ${host}: is that machine on, and in the same network?`],
  ENETUNREACH: ['no-route', (host) => `no route to ${host}: is this machine online?`],
  EADDRNOTAVAIL: ['no-route', (host) => `no route to ${host}: check address and port of the callback URL`],
  EMFILE: ['no-connection', noDescriptor],
  ENFILE: ['no-connection', noDescriptor],
  ETIMEDOUT: ['no-connection', (host) => `no connection to ${host}: nothing answers there`],
  CERT_HAS_EXPIRED: ['tls', (host) => `the TLS certificate of ${host} has expired: renew it`],
  CERT_NOT_YET_VALID: ['tls', (host) => `the TLS certificate of ${host} is not valid yet: check both machines' clocks`],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls', (host) => `the TLS certificate of ${host} is made out to another host name`],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls', selfSigned],
  SELF_SIGNED_CERT_IN_CHAIN: ['tls', selfSigned],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['tls', unknownIssuer],
  UNABLE_TO_GET_ISSUER_CERT: ['tls', unknownIssuer],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['tls', unknownIssuer],
  // The HTTP client asserts it of a status that its parser has let through.
  ERR_ASSERTION: ['malformed', (host) => malformed(host, 'its status is below 100')],
  UND_ERR_HEADERS_OVERFLOW: ['malformed', (host) => malformed(host, 'its headers are longer than 16 KB')],
}

function refused(host: string, { isContainer }: Circumstances): string {
  const question = `connection refused: nothing listens on ${host}; is your server started?`
  // The merchant's server may run outside the sandbox's container.
  return isContainer ? `${question} (one outside this container is at host.docker.internal)` : question
}

function noDescriptor(host: string): string {
  return `no connection to ${host}: the sandbox has no file descriptor left for it; start it with more (ulimit -n)`
}

function selfSigned(host: string): string {
  const remedy = 'use http://, or start the sandbox with NODE_EXTRA_CA_CERTS=<its PEM file>'
  return `the TLS certificate of ${host} is self-signed: ${remedy}`
}

function unknownIssuer(host: string): string {
  const remedy = "send the whole chain, or start the sandbox with NODE_EXTRA_CA_CERTS=<the issuer's PEM file>"
  return `the TLS certificate of ${host} has an unknown issuer: ${remedy}`
}

function noTls(host: string): string {
  return `${host} does not speak TLS: should the callback URL start with http://?`
}

function malformed(host: string, why: string): string {
  return `malformed HTTP answer from ${host}: ${why}`
}

const lostCodes: readonly string[] = ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET']

function lost({ host, secure, stage, status }: Circumstances, code: string): string {
  // A reset after some bytes can look like an end, so the sentence names neither.
  if (stage === 'answering') return `the connection was lost in the middle of the answer (status ${status})`
  const verb = code === 'UND_ERR_SOCKET' ? 'closed' : 'reset'
  if (stage === 'connecting') return `the connection was ${verb} while TLS was set up: does ${host} speak TLS?`
  if (stage === 'interim') {
    return `the connection was ${verb} before the final answer: ${host} sent only an interim one (1xx)`
  }
  const silence = `the connection was ${verb} before an answer: ${host} took the webhook and said nothing`
  // Most servers with TLS close a connection that speaks none.
  return secure ? silence : `${silence}; if this port speaks TLS, write https:// in the callback URL`
}

/** True for the answer of a TLS server to plain HTTP: an alert of version 3.x. */
function isTlsAlert(error: Error): boolean {
  return 'data' in error && typeof error.data === 'string' && error.data.startsWith('\x15\x03')
}
