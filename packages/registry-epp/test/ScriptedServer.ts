import { Effect, Result, type Scope } from "effect"
import { once } from "node:events"
import { createServer, type TlsOptions, type TLSSocket } from "node:tls"
import type { EppCommand } from "../src/message/EppCommand.ts"
import type { EppGreeting, EppResponse } from "../src/message/EppResponse.ts"
import { EppUri } from "../src/message/EppUri.ts"
import { readCommand } from "../src/message/readCommand.ts"
import { writeServerMessage } from "../src/message/writeServerMessage.ts"
import { frame } from "../src/wire/frame.ts"
import { FrameReader } from "../src/wire/FrameReader.ts"
import { Happenings } from "./Happenings.ts"
import { serverCertificate, serverKey } from "./testCertificates.ts"

export const greeting: EppGreeting = {
  _tag: "Greeting",
  server: "Scripted registry",
  date: "2026-11-22T12:00:00Z",
  versions: ["1.0"],
  languages: ["en", "fr"],
  objects: [EppUri.domain, EppUri.host],
  extensions: [EppUri.secDNS, EppUri.fee, EppUri.loginSec]
}

let answers = 0

/** An answer without data; the transaction id of the client is filled in by the server. */
export const response = (code: number, message = "", clTRID?: string): EppResponse => ({
  _tag: "Response",
  results: [{ code, message, values: [], reasons: [] }],
  extension: { other: [] },
  svTRID: `SV-${++answers}`,
  ...(clTRID === undefined ? {} : { clTRID })
})

/** What a client sent, and how to answer it. */
export interface Received {
  readonly command: EppCommand
  readonly clTRID: string | undefined
  readonly document: string
  /** Counts connections from 1. */
  readonly connection: number
  readonly peer: Peer
  /** Milliseconds by the server's clock. */
  readonly at: number
  /** Answers with a code. */
  readonly answer: (code: number, message?: string) => void
}

/** The server's end of a connection. */
export interface Peer {
  readonly socket: TLSSocket
  readonly send: (message: EppGreeting | EppResponse) => void
  readonly write: (document: string) => void
}

export interface Script {
  /** Sent on connecting; `none` says nothing. */
  readonly greeting?: EppGreeting | "none" | undefined
  /** Hears of each connection, before the greeting. */
  readonly onConnect?: ((peer: Peer, connection: number) => void) | undefined
  /** Answers what it wants to; true for what is not to be answered as usual. */
  readonly on?: ((received: Received) => boolean) | undefined
  readonly tls?: TlsOptions | undefined
  readonly now?: (() => number) | undefined
}

export interface ScriptedServer {
  readonly port: number
  readonly received: ReadonlyArray<Received>
  /** Everything that was received in frames, as it came. */
  readonly of: (tag: EppCommand["_tag"]) => ReadonlyArray<Received>
  /** Connections that are open now, and that ever were. */
  readonly connections: () => { readonly open: number; readonly all: number }
  /** The sockets that are open. */
  readonly sockets: ReadonlySet<TLSSocket>
  /** What came, and what connections began or ended; scripts and tests may add what they did themselves. */
  readonly happenings: Happenings
  /** Waits until something is so that changes only when something happens here. */
  readonly until: (isSo: () => boolean) => Effect.Effect<void>
  /** Waits until so many commands of a kind, or of all kinds, have come. */
  readonly untilReceived: (tag: EppCommand["_tag"] | "any", count: number) => Effect.Effect<void>
  /** Waits until so many connections have been made. */
  readonly untilConnected: (count: number) => Effect.Effect<void>
  /** Waits until so many connections have ended at both ends. */
  readonly untilClosed: (count: number) => Effect.Effect<void>
}

/** What a registry answers that has nothing against it: a login is good, a logout ends the connection. */
const answerAsUsual = ({ answer, command, peer }: Received): void => {
  if (command._tag === "Hello") return peer.send(greeting)
  answer(command._tag === "Logout" ? 1500 : 1000)
  if (command._tag === "Logout") peer.socket.end()
}

/** A registry over TLS on this machine that answers as the script says. */
export const scriptedServer = Effect.fnUntraced(
  function*(script: Script = {}): Effect.fn.Return<ScriptedServer, never, Scope.Scope> {
    const received: Array<Received> = []
    const sockets = new Set<TLSSocket>()
    const happenings = new Happenings()
    let connections = 0

    const serve = (socket: TLSSocket) => {
      const connection = ++connections
      sockets.add(socket)
      socket.on("close", () => {
        sockets.delete(socket)
        happenings.happened()
      })
      socket.on("error", () => socket.destroy())
      const write = (document: string) => void socket.write(frame(document))
      const peer: Peer = { socket, write, send: (message) => write(writeServerMessage(message)) }
      const reader = new FrameReader()
      script.onConnect?.(peer, connection)
      socket.on("data", (chunk: Buffer) => {
        for (
          const octets of Result.getOrThrowWith(reader.push(chunk), ({ length }) => new Error(`frame of ${length}`))
        ) {
          const document = String(octets)
          const { clTRID, command } = Result.getOrThrowWith(
            readCommand(document),
            (problem) => new Error(problem.message)
          )
          const answer = (code: number, message?: string) => peer.send(response(code, message, clTRID))
          const at = script.now?.() ?? Date.now()
          const one: Received = { command, clTRID, document, connection, peer, at, answer }
          received.push(one)
          if (script.on?.(one) !== true) answerAsUsual(one)
        }
        happenings.happened()
      })
      if (script.greeting !== "none") peer.send(script.greeting ?? greeting)
      happenings.happened()
    }

    const server = createServer({ cert: serverCertificate, key: serverKey, ...script.tls }, serve)
    server.on("tlsClientError", () => undefined)
    yield* Effect.acquireRelease(
      Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
      () =>
        Effect.promise(() => {
          for (const socket of sockets) socket.destroy()
          return new Promise<void>((resolve) => server.close(() => resolve()))
        })
    )
    const address = server.address()
    const of = (tag: EppCommand["_tag"]) => received.filter(({ command }) => command._tag === tag)
    const until = (isSo: () => boolean) => happenings.until(isSo)
    return {
      port: address === null || typeof address === "string" ? 0 : address.port,
      received,
      of,
      connections: () => ({ open: sockets.size, all: connections }),
      sockets,
      happenings,
      until,
      untilReceived: (tag, count) => until(() => (tag === "any" ? received : of(tag)).length >= count),
      untilConnected: (count) => until(() => connections >= count),
      untilClosed: (count) => until(() => connections - sockets.size >= count)
    }
  }
)

/** Runs sockets and fibers until a condition holds, without advancing the test clock. */
export const until = (condition: () => boolean): Effect.Effect<void> =>
  Effect.promise(async () => {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve))
  })
