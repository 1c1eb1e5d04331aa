import { connectionRefused } from '../../domain/delivery.ts'
import { AddressRefused } from './connect.ts'

/** The last thing that happened: no connection yet, request handed to the socket, answer begun. */
export type Stage = 'connecting' | 'sent' | 'answering'

export interface Circumstances {
  readonly host: string
  /** True if the callback URL is https. */
  readonly secure: boolean
  readonly stage: Stage
  readonly status: number
  readonly isContainer: boolean
}

/** Returns a sentence that says why there was no answer and what the developer can do. */
export function failureSentence(error: unknown, at: Circumstances): string {
  if (error instanceof AddressRefused) return error.message
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = sentences[code]
  if (sentence !== undefined) return sentence(at.host, at)
  if (lostCodes.includes(code) && !message.startsWith('bad ')) return lost(at, code)
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return noTls(at.host)
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED')
    return `the webhook could not be sent: ${message}`
  // Parser errors have no code, and a server that upgrades or asks to continue unasked is a `bad ` socket error.
  const isMalformed = error instanceof Error && (error.name === 'HTTPParserError' || code.startsWith('UND_ERR'))
  if (isMalformed && isTlsAlert(error)) return `${at.host} answered in TLS: write https:// in the callback URL`
  return isMalformed ? malformed(at.host, message) : `no answer from ${at.host}: ${message}`
}

export function isShortage(error: Error): boolean {
  return 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
}

export function timeoutSentence(timeoutMs: number, { host, stage, status }: Circumstances): string {
  const time = timeoutMs % 1000 === 0 ? `${timeoutMs / 1000}s` : `${timeoutMs}ms`
  const waits: Record<Stage, string> = {
    connecting: `no connection to ${host}`,
    sent: `${host} took the webhook but did not answer; answer first, work afterwards`,
    answering: `the answer of ${host} (status ${status}) did not end`,
  }
  return `timed out after ${time}: ${waits[stage]}`
}

const sentences: Readonly<Record<string, (host: string, at: Circumstances) => string>> = {
  ECONNREFUSED: refused,
  ENOTFOUND: (host) => `host name cannot be resolved: ${host}; check the spelling of the callback URL`,
  EAI_AGAIN: (host) => `host name cannot be resolved: ${host}; no DNS server answers, is this machine online?`,
  EHOSTUNREACH: (host) => `no route to ${host}: is that machine on, and in the same network?`,
  ENETUNREACH: (host) => `no route to ${host}: is this machine online?`,
  EADDRNOTAVAIL: (host) => `no route to ${host}: check address and port of the callback URL`,
  EMFILE: noDescriptor,
  ENFILE: noDescriptor,
  ETIMEDOUT: (host) => `no connection to ${host}: nothing answers there`,
  CERT_HAS_EXPIRED: (host) => `the TLS certificate of ${host} has expired: renew it`,
  CERT_NOT_YET_VALID: (host) => `the TLS certificate of ${host} is not valid yet: check both machines' clocks`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `the TLS certificate of ${host} is made out to another host name`,
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UND_ERR_HEADERS_OVERFLOW: (host) => malformed(host, 'its headers are longer than 16 KB'),
}

function refused(host: string, { isContainer }: Circumstances): string {
  const question = `${connectionRefused}: nothing listens on ${host}; is your server started?`
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
  const silence = `the connection was ${verb} before an answer: ${host} took the webhook and said nothing`
  // Most servers with TLS close a connection that speaks none.
  return secure ? silence : `${silence}; if this port speaks TLS, write https:// in the callback URL`
}

/** True for the answer of a TLS server to plain HTTP: an alert of version 3.x. */
function isTlsAlert(error: Error): boolean {
  return 'data' in error && typeof error.data === 'string' && error.data.startsWith('\x15\x03')
}
