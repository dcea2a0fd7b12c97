import { Deferred, Effect, Option, type Scope } from "effect"
import { createSocket, type Socket } from "node:dgram"
import { connect, isIP } from "node:net"
import { frame, FrameReader } from "./DnsFrame.ts"

/** Server that messages are sent to. */
export interface DnsServer {
  /** Address or hostname. */
  readonly host: string
  readonly port: number
  /** Local address that is sent from, if it is of the same family. Default the one that the system chooses. */
  readonly from?: string | undefined
}

/** UDP changes to TCP when the response is truncated. */
export type Transport = "udp" | "tcp"

export interface ExchangeOptions {
  readonly transport: Transport
  /** Milliseconds for a response over each transport. */
  readonly timeout: number
  /** Datagrams that are sent at most; they share the time. Default 1. */
  readonly attempts?: number | undefined
}

/** Content of a response; undefined if it is not the one that is waited for. */
type Read<A> = (response: Buffer) => A | undefined

const headerLength = 12

const isResponseTo = (message: Uint8Array, octets: Buffer): boolean =>
  octets.length >= headerLength && octets[0] === message[0] && octets[1] === message[1] &&
  ((octets[2] ?? 0) & 0x80) !== 0

/** True if the response has no room for its records (TC). */
export const isTruncated = (response: Uint8Array): boolean => ((response[2] ?? 0) & 0x02) !== 0

const isIpv6 = ({ from, host }: DnsServer): boolean =>
  isIP(host) === 0 ? from?.includes(":") === true : host.includes(":")

const openUdp = (server: DnsServer): Socket => {
  const { from } = server
  const socket = createSocket(isIpv6(server) ? "udp6" : "udp4")
  if (from !== undefined && from.includes(":") === isIpv6(server)) socket.bind({ address: from, exclusive: true })
  return socket
}

/**
 * Sends a message over UDP from a random port, and passes responses with its id to `receive` until the scope closes. The
 * socket is connected: it receives datagrams of this server only. `failed` is called if the server cannot be reached.
 */
export const sendDatagram = (
  server: DnsServer,
  message: Uint8Array,
  receive: (response: Buffer) => void,
  failed: () => void
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const socket = openUdp(server)
      socket.on("error", failed)
      socket.on("message", (octets) => {
        if (isResponseTo(message, octets)) receive(octets)
      })
      socket.on("connect", () => socket.send(message))
      socket.connect(server.port, server.host)
      return socket
    }),
    (socket) => Effect.sync(() => socket.close())
  )

/** `None` if no response is read within the time. */
const within = <A>(response: Deferred.Deferred<A | undefined>, timeout: number): Effect.Effect<Option.Option<A>> =>
  Effect.map(Effect.timeoutOption(Deferred.await(response), timeout), Option.flatMap(Option.fromUndefinedOr))

const overUdp = Effect.fnUntraced(
  function*<A>(server: DnsServer, message: Uint8Array, read: Read<A>, timeout: number) {
    const response = Deferred.makeUnsafe<{ readonly value: A; readonly isTruncated: boolean } | undefined>()
    const settle = (value: { readonly value: A; readonly isTruncated: boolean } | undefined) =>
      Deferred.doneUnsafe(response, Effect.succeed(value))
    const receive = (octets: Buffer) => {
      const value = read(octets)
      if (value !== undefined) settle({ value, isTruncated: isTruncated(octets) })
    }
    yield* sendDatagram(server, message, receive, () => settle(undefined))
    return yield* within(response, timeout)
  },
  Effect.scoped
)

/** Sends a message over TCP and reads the first one that comes back. `None` if it is no response, or none in time. */
export const overTcp = Effect.fnUntraced(
  function*<A>({ from, host, port }: DnsServer, message: Uint8Array, read: Read<A>, timeout: number) {
    const response = Deferred.makeUnsafe<A | undefined>()
    const settle = (value: A | undefined) => Deferred.doneUnsafe(response, Effect.succeed(value))
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        const isLocal = from !== undefined && isIP(host) === isIP(from)
        const socket = connect({ host, port, ...(isLocal ? { localAddress: from } : {}) })
        const frames = new FrameReader()
        socket.on("error", () => settle(undefined))
        socket.on("close", () => settle(undefined))
        socket.on("data", (octets: Buffer) => {
          frames.push(octets)
          const first = frames.next()
          if (first !== undefined) settle(isResponseTo(message, first) ? read(first) : undefined)
        })
        socket.write(frame(message))
        return socket
      }),
      (socket) => Effect.sync(() => socket.destroy())
    )
    return yield* within(response, timeout)
  },
  Effect.scoped
)

/** Sends a message to a server and reads the response. `None` if there is none in time. */
export const dnsExchange = Effect.fnUntraced(function*<A>(
  server: DnsServer,
  message: Uint8Array,
  read: Read<A>,
  { attempts = 1, timeout, transport }: ExchangeOptions
): Effect.fn.Return<Option.Option<A>> {
  if (transport === "tcp") return yield* overTcp(server, message, read, timeout)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const response = yield* overUdp(server, message, read, timeout / attempts)
    if (Option.isNone(response)) continue
    if (response.value.isTruncated) return yield* overTcp(server, message, read, timeout)
    return Option.some(response.value.value)
  }
  return Option.none()
})
