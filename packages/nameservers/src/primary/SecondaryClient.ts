import { type DnsName } from "@namewright/core/dns"
import { Clock, Effect, type Option, Result, type Scope, Semaphore } from "effect"
import { randomInt } from "node:crypto"
import { createSocket, type Socket } from "node:dgram"
import { once } from "node:events"
import { isIP } from "node:net"
import * as Message from "../message/Message.ts"
import { answeredSerial, soaQuestion } from "./Question.ts"
import type { Secondary } from "./Secondary.ts"
import { signRequest } from "./tsig/Tsig.ts"

/** What a secondary says of a zone. */
export interface ZoneAnswer {
  readonly rcode: number
  /** Undefined when it does not serve the zone. */
  readonly serial: number | undefined
}

export interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** Asks secondaries, and tells them of changes, over UDP. */
export interface SecondaryClient {
  /** What it serves; none when it does not answer within the time, or cannot be reached. */
  readonly ask: (server: ServerAddress, zone: DnsName.DnsName) => Effect.Effect<Option.Option<ZoneAnswer>>
  /** Tells that a zone has changed (RFC 1996); its answer is that it was told. */
  readonly notify: (secondary: Secondary, zone: DnsName.DnsName) => Effect.Effect<Option.Option<ZoneAnswer>>
}

const answerWithin = "1 second"

/** Questions that wait for an answer; more at once would overflow what a secondary keeps of datagrams. */
const concurrency = 64

const openSocket = async (host: string): Promise<Socket> => {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4")
  const isOpen = once(socket, "listening")
  socket.bind({ address: host, port: 0 })
  await isOpen
  return socket
}

/** Sends from that address. */
export const secondaryClient = Effect.fnUntraced(function*(
  host: string
): Effect.fn.Return<SecondaryClient, Error, Scope.Scope> {
  const socket = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => openSocket(host),
      catch: (error) => new Error(`No datagrams can be sent from ${host}: ${String(error)}`)
    }),
    (open) => Effect.sync(() => open.close())
  )
  const turns = yield* Semaphore.make(concurrency)
  const waiting = new Map<number, (octets: Buffer, from: { readonly address: string; readonly port: number }) => void>()
  socket.on("error", () => undefined)
  socket.on("message", (octets, from) => {
    if (octets.length > 2) waiting.get(octets.readUInt16BE(0))?.(octets, from)
  })
  const freeId = (): number => {
    const id = randomInt(0x10000)
    return waiting.has(id) ? freeId() : id
  }

  const exchange = (
    server: ServerAddress,
    zone: DnsName.DnsName,
    message: (id: number) => Uint8Array
  ): Effect.Effect<ZoneAnswer> =>
    Effect.callback((resume) => {
      const id = freeId()
      waiting.set(id, (octets, from) => {
        const isExpected = from.port === server.port &&
          (isIP(server.host) === 0 || from.address === server.host)
        const answer = isExpected ? Message.decode(octets) : Result.fail("name" as const)
        if (Result.isFailure(answer) || !answer.success.isResponse) return
        waiting.delete(id)
        resume(Effect.succeed({ rcode: answer.success.rcode, serial: answeredSerial(answer.success, zone) }))
      })
      // An error in sending is as good as no answer.
      socket.send(message(id), server.port, server.host, () => undefined)
      return Effect.sync(() => void waiting.delete(id))
    })

  const answered = (answer: Effect.Effect<ZoneAnswer>) => turns.withPermit(Effect.timeoutOption(answer, answerWithin))

  return {
    ask: (server, zone) => answered(exchange(server, zone, (id) => soaQuestion(id, "QUERY", zone))),
    notify: (secondary, zone) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (millis) =>
          answered(exchange(secondary, zone, (id) =>
            signRequest(soaQuestion(id, "NOTIFY", zone), secondary.key, Math.floor(millis / 1000)).octets))
      )
  }
})
