import { RegistrySimulator } from "@namewright/core/registry"
import { connectionLimit } from "@namewright/core/shared"
import { Clock, Effect, FiberSet, Schedule, Schema, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import type { Socket } from "node:net"
import { createServer, type Server } from "node:tls"
import { allHandlers } from "./allHandlers.ts"
import { type EppServerFaults, eppServerFaults } from "./EppServerFaults.ts"
import { type EppServerLimits, type EppServerOptions, standardServerLimits } from "./EppServerOptions.ts"
import { loginTurns } from "./loginTurns.ts"
import { offeredServices } from "./offeredServices.ts"
import { registrarAccounts } from "./RegistrarAccount.ts"
import { ServerConnection } from "./ServerConnection.ts"
import type { SessionServer } from "./ServerSession.ts"
import { shownRegistrars } from "./shownRegistrars.ts"

/** A running EPP server. */
export interface EppServer {
  readonly host: string
  readonly port: number
  /** Injected faults, for tests. */
  readonly faults: EppServerFaults
  /** Number of open connections. */
  readonly connections: () => number
}

/** The server could not listen, or its certificate is not usable. */
export class EppServerNotStarted extends Schema.TaggedError<EppServerNotStarted>()("EppServerNotStarted", {
  text: Schema.String
}) {
  override get message() {
    return this.text
  }
}

/**
 * Serves EPP over TLS (RFC 5730 to 5734) for a simulated registry until the scope closes. Then it stops listening and
 * closes all connections.
 */
export const eppServer = Effect.fnUntraced(function*(
  options: EppServerOptions
): Effect.fn.Return<EppServer, EppServerNotStarted, RegistrySimulator | Scope.Scope> {
  const simulator = yield* RegistrySimulator
  const clock = yield* Clock.Clock
  const limits = { ...standardServerLimits, ...options.limits }
  const faults = eppServerFaults()
  const accounts = registrarAccounts(options.registrars, limits.sessionsPerRegistrar)
  const server: SessionServer = {
    offered: offeredServices(simulator.registry(options.registry).capabilities, options),
    accounts,
    turns: loginTurns(new Set(accounts.keys()), {
      pause: limits.failedLoginMillis,
      waiting: limits.sessionsPerRegistrar
    }),
    registrar: (clientId) => simulator.registrar(options.registry, clientId),
    shown: shownRegistrars(options.registrars),
    subProducts: options.subProducts,
    allocationTokens: options.allocationTokens,
    requiresAuthCodes: options.requiresAuthCodes ?? false,
    handlers: allHandlers,
    limits,
    faults,
    newTransaction: transactionIds()
  }
  const fork = yield* FiberSet.runtime(yield* FiberSet.make())()
  const open = new Set<ServerConnection>()
  const nowMillis = () => clock.currentTimeMillisUnsafe()
  const listener = yield* Effect.try({
    try: () => tlsServer(options, limits),
    catch: () => new EppServerNotStarted({ text: "The certificate and the key are not usable" })
  })
  const sockets = new Set<Socket>()
  listener.prependListener("connection", admission(limits, sockets))
  // Node.js does not close a connection whose handshake timed out.
  listener.on("tlsClientError", (_, socket) => socket.destroy())
  listener.on("secureConnection", (socket) => {
    const connection = new ServerConnection(socket, {
      server,
      onFrame: options.onFrame ?? ignore,
      run: (effect, onExit) => void fork(effect).addObserver(onExit),
      nowMillis
    })
    open.add(connection)
    socket.once("close", () => open.delete(connection))
  })
  const host = options.host ?? "127.0.0.1"
  const port = yield* Effect.acquireRelease(listening(listener, host, options.port), () => stopped(listener, sockets))
  yield* Effect.forkScoped(Effect.repeat(
    Effect.sync(() => open.forEach((connection) => connection.closeIfIdle(nowMillis()))),
    Schedule.spaced(limits.idleMillis / 4)
  ))
  return { host, port, faults, connections: () => open.size }
})

const ignore = (): void => undefined

/** Closes connections above the limits before their handshake, and tracks the others. */
const admission = ({ connections, connectionsPerNetwork }: EppServerLimits, open: Set<Socket>) => {
  const enter = connectionLimit({ connections, connectionsPerNetwork, network: "customer" })
  return (socket: Socket): void => {
    const leave = enter(socket.remoteAddress)
    if (leave === undefined) return void socket.destroy()
    open.add(socket)
    socket.once("close", () => {
      open.delete(socket)
      leave()
    })
  }
}

const tlsServer = (
  { registrars, tls: { certificate, clientAuthority, key } }: EppServerOptions,
  { loginMillis }: EppServerLimits
): Server =>
  createServer({
    cert: certificate,
    key,
    minVersion: "TLSv1.2",
    handshakeTimeout: loginMillis,
    // Clients without a certificate are refused at login, unless a signature of an authority is required.
    requestCert: clientAuthority !== undefined ||
      registrars.some((login) => login.certificateFingerprint !== undefined),
    rejectUnauthorized: clientAuthority !== undefined,
    ...(clientAuthority === undefined ? {} : { ca: clientAuthority })
  })

const listening = (listener: Server, host: string, port: number) =>
  Effect.callback<number, EppServerNotStarted>((resume) => {
    // Stays: a connection that cannot be accepted, such as for want of file descriptors, is an error of the listener as
    // well, and an error without a listener ends the process.
    listener.on("error", (error) => resume(Effect.fail(new EppServerNotStarted({ text: error.message }))))
    listener.listen(port, host, () => {
      const address = listener.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
    })
  })

const stopped = (listener: Server, sockets: ReadonlySet<Socket>) =>
  Effect.callback<void>((resume) => {
    listener.close(() => resume(Effect.void))
    for (const socket of sockets) socket.destroy()
  })

/** Ids with a prefix of this run and a serial number. */
const transactionIds = (): () => string => {
  const run = randomBytes(6).toString("hex")
  let number = 0
  return () => `NW-${run}-${++number}`
}
