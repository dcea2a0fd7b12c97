import { Redacted, Result } from "effect"
import { type Certificate, connect, type ConnectionOptions, type TLSSocket } from "node:tls"
import type { EppResponse, ServerMessage } from "../message/EppResponse.ts"
import { readServerMessage } from "../message/readServerMessage.ts"
import { frame } from "../wire/frame.ts"
import { FrameReader, standardFrameLimit } from "../wire/FrameReader.ts"
import { decodeXml, legibleText } from "../xml/decodeXml.ts"
import type { EppEndpoint, EppTls } from "./EppEndpoint.ts"
import { responseText } from "./responseText.ts"
import { Alarm, type Timekeeper } from "./Timekeeper.ts"

/** Response to a message, or the reason why none will arrive. */
export type Answer = Result.Result<ServerMessage, string>

export interface ConnectionSettings {
  readonly endpoint: EppEndpoint
  readonly timekeeper: Timekeeper
  /** Octets of a frame, header included. */
  readonly frameLimit?: number | undefined
}

/** TLS properties of the server. */
export interface EppPeer {
  /** `TLSv1.2` or `TLSv1.3`. */
  readonly protocol: string
  readonly cipher: string
  readonly subject: string
  readonly issuer: string
  /** SHA-256 of the certificate, in hexadecimal with colons. */
  readonly fingerprint: string
  readonly expires: Date
}

interface Expected {
  /** Undefined for a greeting, which has no transaction id. */
  readonly clTRID: string | undefined
  readonly until: number
  readonly settle: (answer: Answer) => void
}

/**
 * A TLS connection that matches responses to messages (RFC 5734). Responses are matched by the client's transaction id,
 * since servers answer pipelined commands in any order. The connection is ended by everything that makes the match
 * uncertain: an unexpected response, a late one, octets that are not EPP. Then the responses to all pending messages
 * are lost.
 */
export class EppConnection {
  readonly #socket: TLSSocket
  readonly #reader: FrameReader
  readonly #settings: ConnectionSettings
  readonly #expected: Array<Expected> = []
  readonly #deadline: Alarm
  #end: string | undefined = undefined
  #unreadable: string | undefined = undefined
  #answers = 0
  #settledAnswers = 0
  #awaitedAnswers = 0
  #answeredAt = -Infinity
  /** Called when `isSettled` becomes true after `settle`. */
  onSettled: () => void = () => undefined
  /** Called once with the reason for the end of the connection, unless `close` ended it. */
  onEnd: (reason: string) => void = () => undefined

  /** Connects. The first response is the greeting, within `patience` milliseconds. Throws the errors of `tls.connect`. */
  constructor(settings: ConnectionSettings, patience: number, greeted: (answer: Answer) => void) {
    this.#settings = settings
    this.#reader = new FrameReader(settings.frameLimit ?? standardFrameLimit)
    this.#deadline = new Alarm(settings.timekeeper, () => this.#lookAtTime())
    this.#socket = connect(tlsOptions(settings.endpoint))
    this.#socket.setNoDelay(true)
    this.#socket.setKeepAlive(true, 60_000)
    this.#socket.on("data", (chunk: Buffer) => this.#receive(chunk))
    this.#socket.on("error", (error) => this.#fail(`The connection failed: ${textOf(error)}`))
    this.#socket.on("end", () => this.#fail("The server closed the connection"))
    this.#socket.on("close", () => this.#fail("The connection closed"))
    this.#expect({ clTRID: undefined, until: settings.timekeeper.now() + patience, settle: greeted })
  }

  /** Reason for the end; undefined while the connection is usable. */
  get ended(): string | undefined {
    return this.#end
  }

  /** The invalid document that ended the connection while exactly one message was pending. */
  get unreadable(): string | undefined {
    return this.#unreadable
  }

  /** TLS properties of the connection, and the server's certificate. */
  get peer(): EppPeer {
    const { fingerprint256, issuer, subject, valid_to } = this.#socket.getPeerCertificate()
    return {
      protocol: this.#socket.getProtocol() ?? "none",
      cipher: this.#socket.getCipher().name,
      subject: nameOf(subject),
      issuer: nameOf(issuer),
      fingerprint: fingerprint256,
      expires: new Date(valid_to)
    }
  }

  /**
   * False after a response until `settle` has read the socket once more. This detects an end of the connection that the
   * server sent together with the response.
   */
  get isSettled(): boolean {
    return this.#answers === this.#settledAnswers
  }

  /** Waits until the socket has been read once more, which the event loop does between two calls of `setImmediate`. */
  settle(): void {
    const answers = this.#answers
    if (this.#awaitedAnswers === answers) return
    this.#awaitedAnswers = answers
    setImmediate(() => setImmediate(() => this.#settled(answers)))
  }

  /** Time of the latest answer, in milliseconds since 1970. */
  get answeredAt(): number {
    return this.#answeredAt
  }

  /** Number of messages without a response. */
  get pending(): number {
    return this.#expected.length
  }

  /**
   * Writes a document. Its response has this `clTRID`, or is a greeting if there is none, and has to arrive within
   * `patience` milliseconds. Must not be called after the end.
   */
  send(document: string, clTRID: string | undefined, patience: number, settle: (answer: Answer) => void): void {
    this.#expect({ clTRID, until: this.#settings.timekeeper.now() + patience, settle })
    this.#write(frame(document))
  }

  /** With several pending messages, those of one event loop turn are sent in one TLS record. */
  #write(bytes: Buffer): void {
    if (this.#expected.length > 1 && this.#socket.writableCorked === 0) {
      this.#socket.cork()
      queueMicrotask(() => this.#socket.uncork())
    }
    this.#socket.write(bytes)
  }

  /** Closes the connection when all data is written. */
  close(): void {
    this.onEnd = () => undefined
    this.#socket.end(() => this.#socket.destroy())
    this.#finish("The connection was closed")
  }

  /** Closes the connection at once. */
  destroy(reason: string): void {
    this.onEnd = () => undefined
    this.#fail(reason)
  }

  #expect(expected: Expected): void {
    this.#expected.push(expected)
    this.#deadline.by(expected.until)
  }

  #receive(chunk: Buffer): void {
    const documents = this.#reader.push(chunk)
    if (Result.isFailure(documents)) {
      return this.#fail(`The server sent a frame of ${documents.failure.length} octets`)
    }
    for (const octets of documents.success) {
      if (this.#end !== undefined) return
      const message = Result.flatMap(decodeXml(octets), readServerMessage)
      if (Result.isFailure(message)) {
        if (this.#expected.length === 1) this.#unreadable = legibleText(octets)
        return this.#fail(`The server sent what is not EPP: ${message.failure}`)
      }
      this.#match(message.success)
    }
  }

  #match(message: ServerMessage): void {
    const index = message._tag === "Greeting" ? this.#expectedGreeting() : this.#expectedResponse(message)
    const [expected] = index < 0 ? [] : this.#expected.splice(index, 1)
    if (expected === undefined) {
      return this.#fail(
        message._tag === "Greeting" || message.clTRID !== undefined
          ? "The server sent an answer that belongs to no command under way"
          : `The server ended the session: ${responseText(message)}`
      )
    }
    this.#answers++
    this.#answeredAt = this.#settings.timekeeper.now()
    expected.settle(Result.succeed(message))
  }

  #settled(answers: number): void {
    if (answers !== this.#answers || this.#end !== undefined) return
    this.#settledAnswers = answers
    this.onSettled()
  }

  #expectedGreeting(): number {
    return this.#expected.findIndex(({ clTRID }) => clTRID === undefined)
  }

  /** A response without an id belongs to the only pending command, which the server could not parse. */
  #expectedResponse({ clTRID }: EppResponse): number {
    if (clTRID !== undefined) return this.#expected.findIndex((expected) => expected.clTRID === clTRID)
    return this.#expected.length === 1 && this.#expected[0]?.clTRID !== undefined ? 0 : -1
  }

  #lookAtTime(): void {
    if (this.#expected.length === 0) return
    const due = Math.min(...this.#expected.map(({ until }) => until))
    if (due > this.#settings.timekeeper.now()) return this.#deadline.by(due)
    this.#fail("The server did not answer in time")
  }

  #fail(reason: string): void {
    this.#socket.destroy()
    this.#finish(reason)
  }

  #finish(reason: string): void {
    if (this.#end !== undefined) return
    this.#end = reason
    this.#deadline.stop()
    for (const { settle } of this.#expected.splice(0)) settle(Result.fail(reason))
    this.onEnd(reason)
  }
}

/** The common name of a certificate, or else its organization. */
const nameOf = ({ CN, O }: Certificate): string => [CN ?? O ?? "no name"].flat().join(", ")

const tlsOptions = ({ host, port, tls = {} }: EppEndpoint): ConnectionOptions => ({
  host,
  port,
  minVersion: "TLSv1.2",
  // Explicit, so that process-wide settings cannot disable it.
  rejectUnauthorized: true,
  ...(tls.serverName === undefined ? {} : { servername: tls.serverName }),
  ...optionalSecrets(tls)
})

const optionalSecrets = ({ ca, certificate, key, passphrase }: EppTls): ConnectionOptions => ({
  ...(ca === undefined ? {} : { ca }),
  ...(certificate === undefined ? {} : { cert: certificate }),
  ...(key === undefined ? {} : { key: Redacted.value(key) }),
  ...(passphrase === undefined ? {} : { passphrase: Redacted.value(passphrase) })
})

/** A host with several addresses fails with one error for each. */
const textOf = (error: Error): string =>
  error instanceof AggregateError && error.message === "" ? error.errors.map(String).join("; ") : error.message
