import { Effect, Result } from "effect"
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls"
import type { EppGreeting, EppResponse, ServerMessage } from "../../src/index.ts"
import { readServerMessage } from "../../src/message/readServerMessage.ts"
import { frame } from "../../src/wire/frame.ts"
import { FrameReader } from "../../src/wire/FrameReader.ts"

/** A TLS socket that speaks frames and knows nothing of EPP: whatever a test wants to say, it says. */
export class RawClient {
  readonly #socket: TLSSocket
  readonly #frames = new FrameReader()
  readonly #documents: Array<string> = []
  readonly #waiting: Array<(document: string | undefined) => void> = []
  #isClosed = false
  /** What a frame said of its length that no frame can have; the client has hung up then. */
  wrongLength: number | undefined

  private constructor(socket: TLSSocket) {
    this.#socket = socket
    socket.on("data", (chunk: Buffer) => this.#receive(chunk))
    socket.on("close", () => this.#close())
    socket.on("error", () => this.#close())
  }

  /** A connection that lasts as long as the scope. */
  static readonly open = (options: ConnectionOptions) =>
    Effect.acquireRelease(
      Effect.promise(() =>
        new Promise<RawClient>((resolve) => {
          const socket = connect(options)
          const client = new RawClient(socket)
          socket.once("secureConnect", () => resolve(client))
          socket.once("close", () => resolve(client))
        })
      ),
      (client) => Effect.sync(() => client.#socket.destroy())
    )

  write(bytes: Buffer): void {
    this.#socket.write(bytes)
  }

  send(document: string): void {
    this.write(frame(document))
  }

  /** The next document; undefined once the server has hung up. */
  readonly next = Effect.promise(() =>
    new Promise<string | undefined>((resolve) => {
      const document = this.#documents.shift()
      if (document !== undefined || this.#isClosed) resolve(document)
      else this.#waiting.push(resolve)
    })
  )

  /** The next document as a message; dies when the server has hung up. */
  readonly message: Effect.Effect<ServerMessage> = Effect.flatMap(
    this.next,
    (document) =>
      document === undefined
        ? Effect.die(new Error("The server has hung up"))
        : Effect.orDie(Effect.fromResult(Result.mapError(readServerMessage(document), (text) => new Error(text))))
  )

  readonly greeting: Effect.Effect<EppGreeting> = Effect.flatMap(
    this.message,
    (message) => message._tag === "Greeting" ? Effect.succeed(message) : Effect.die(new Error("No greeting came"))
  )

  readonly response: Effect.Effect<EppResponse> = Effect.flatMap(
    this.message,
    (message) => message._tag === "Response" ? Effect.succeed(message) : Effect.die(new Error("No response came"))
  )

  /** Sends a document and answers what comes back. */
  ask(document: string): Effect.Effect<EppResponse> {
    return Effect.andThen(Effect.sync(() => this.send(document)), this.response)
  }

  #receive(chunk: Buffer): void {
    const documents = this.#frames.push(chunk)
    if (Result.isFailure(documents)) {
      this.wrongLength = documents.failure.length
      this.#socket.destroy()
      return
    }
    this.#documents.push(...documents.success.map(String))
    while (this.#waiting.length > 0 && this.#documents.length > 0) this.#waiting.shift()?.(this.#documents.shift())
  }

  #close(): void {
    this.#isClosed = true
    for (const resolve of this.#waiting.splice(0)) resolve(undefined)
  }
}
