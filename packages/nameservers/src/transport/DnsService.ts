import { Effect, Exit, Schema, Scope } from "effect"
import type { TcpHandler } from "./TcpConnection.ts"
import { standardTcpLimits, type TcpLimits } from "./TcpLimits.ts"
import { tcpService } from "./TcpService.ts"
import { type UdpHandler, udpService } from "./UdpService.ts"

/** A server cannot listen on an address. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  host: Schema.String,
  port: Schema.Int,
  reason: Schema.String
}) {
  override get message() {
    return `Nameserver: cannot listen on ${this.host} port ${this.port}: ${this.reason}`
  }
}

export interface DnsServiceOptions {
  readonly host: string
  /** For UDP and TCP; 0 for a free port. */
  readonly port: number
  readonly limits?: Partial<TcpLimits> | undefined
}

export interface DnsHandlers {
  readonly tcp: TcpHandler
  readonly udp: UdpHandler
  /** Messages of one TCP connection that are handled at once. */
  readonly concurrency: number
}

/** Attempts to find a port that is free for UDP and TCP. The system chooses it for TCP, whose ports it reuses later. */
const portAttempts = 10

/** Serves DNS over UDP and TCP until the scope closes. Returns the port. */
export const dnsService = (
  { host, limits, port }: DnsServiceOptions,
  { concurrency, tcp, udp }: DnsHandlers
): Effect.Effect<number, CannotListen, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Scope.fork(yield* Effect.scope)
    return yield* Effect.gen(function*() {
      const tcpLimits = { ...standardTcpLimits, ...limits }
      const chosen = yield* tcpService({ host, port, limits: tcpLimits, concurrency }, tcp)
      yield* udpService({ host, port: chosen }, udp)
      return chosen
    }).pipe(Scope.provide(scope), Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))))
  }).pipe(
    Effect.retry({ times: port === 0 ? portAttempts - 1 : 0 }),
    Effect.mapError((error) => new CannotListen({ host, port, reason: error.message }))
  )
