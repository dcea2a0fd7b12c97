import { assert } from "@effect/vitest"
import { contractBackends, contractTlds } from "@namewright/conformance"
import { RegistrySimulator, type SimulatorSettings } from "@namewright/core/registry"
import { TldCatalog } from "@namewright/core/tlds"
import { Context, Duration, Effect, Layer, Redacted, Result } from "effect"
import { connect } from "node:tls"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import type { EppCommand } from "../../../src/message/EppCommand.ts"
import type { EppResponse } from "../../../src/message/EppResponse.ts"
import { EppUri } from "../../../src/message/EppUri.ts"
import { readServerMessage } from "../../../src/message/readServerMessage.ts"
import type { ResponseData } from "../../../src/message/ResponseData.ts"
import { writeCommand } from "../../../src/message/writeCommand.ts"
import { eppServer } from "../../../src/server/index.ts"
import { frame } from "../../../src/wire/frame.ts"
import { FrameReader } from "../../../src/wire/FrameReader.ts"
import { serverCertificate, serverKey } from "../../testCertificates.ts"

/** A registrar's session: one command at a time. */
export interface Talk {
  readonly say: (command: EppCommand) => Effect.Effect<EppResponse>
  /** The same for a document that no command would become. */
  readonly send: (document: string) => Effect.Effect<EppResponse>
}

/** An EPP server in front of a registry that is empty, and two registrars who are logged in. */
export class ObjectServer extends Context.Service<ObjectServer, {
  readonly ours: Talk
  readonly theirs: Talk
  /** Every document that went over the wire so far. */
  readonly documents: ReadonlyArray<string>
}>()("@namewright/registry-epp/test/ObjectServer") {
  static readonly layer = (settings: Partial<SimulatorSettings> = {}, backend: string = contractBackends.generic) =>
    Layer.effect(
      ObjectServer,
      Effect.gen(function*() {
        const documents: Array<string> = []
        const { port } = yield* eppServer({
          port: 0,
          registry: backend,
          registrars: ["ours", "theirs"].map((clientId) => ({ clientId, password: Redacted.make(password) })),
          tls: { certificate: serverCertificate, key: serverKey },
          // Tests move the clock by weeks.
          limits: { idleMillis: Duration.toMillis("1000 days") },
          onFrame: (_, document) => documents.push(document)
        })
        return { ours: yield* loggedIn(port, "ours"), theirs: yield* loggedIn(port, "theirs"), documents }
      })
    ).pipe(
      Layer.provideMerge(RegistrySimulator.layerWith({ unknown_names: "missing", ...settings })),
      Layer.provide(TldCatalog.layerOf(contractTlds, [])),
      Layer.provide(memoryDatabase())
    )
}

const password = "Correct-Horse-1"
export const authInfo = { password }

/** Code of the response; fails with the response if it is another one. */
export const codeOf = (answer: Effect.Effect<EppResponse>): Effect.Effect<number> =>
  Effect.map(answer, ({ results: [{ code }] }) => code)

/** The data of an answer, which has to be a success and of this kind. */
export const dataOf = <Tag extends ResponseData["_tag"]>(tag: Tag, answer: Effect.Effect<EppResponse>) =>
  Effect.map(answer, ({ data, results: [{ code, message }] }) => {
    assert.isBelow(code, 2000, message)
    assert.strictEqual(data?._tag, tag)
    return data as Extract<ResponseData, { readonly _tag: Tag }>
  })

/** Makes a contact that any domain can have. */
export const makeContact = ({ say }: Talk, id: string): Effect.Effect<EppResponse> =>
  say({
    _tag: "ContactCreate",
    id,
    postalInfos: [{
      type: "int",
      name: "Ada Lovelace",
      address: { street: ["12 St James's Square"], city: "London", country: "GB" }
    }],
    email: "ada@example.org",
    authInfo
  })

const loggedIn = Effect.fnUntraced(function*(port: number, clientId: string) {
  const exchange = yield* connected(port)
  const greeting = Result.getOrThrow(readServerMessage(yield* exchange(undefined)))
  assert.strictEqual(greeting._tag, "Greeting")
  let number = 0
  const send = (document: string) =>
    Effect.map(exchange(document), (answer) => {
      const message = Result.getOrThrow(readServerMessage(answer))
      if (message._tag !== "Response") throw new Error("A greeting where an answer was to come")
      return message
    })
  const say = (command: EppCommand) => send(writeCommand(command, { clTRID: `${clientId}-${++number}` }))
  const answer = yield* say({
    _tag: "Login",
    clientId,
    password,
    version: "1.0",
    language: "en",
    objects: greeting._tag === "Greeting" ? greeting.objects : [],
    extensions: [EppUri.fee, EppUri.rgp, EppUri.launch]
  })
  assert.strictEqual(answer.results[0].code, 1000)
  const talk: Talk = { say, send }
  return talk
})

/** Writes a document, if there is one, and waits for the next that comes. */
const connected = Effect.fnUntraced(function*(port: number) {
  const socket = yield* Effect.acquireRelease(
    Effect.sync(() => connect({ host: "127.0.0.1", port, rejectUnauthorized: false })),
    (open) => Effect.sync(() => open.destroy())
  )
  const reader = new FrameReader()
  const come: Array<string> = []
  const waiting: Array<(answer: Effect.Effect<string>) => void> = []
  socket.on("data", (chunk: Buffer) => {
    for (const document of Result.getOrThrow(reader.push(chunk)).map(String)) {
      const next = waiting.shift()
      if (next === undefined) come.push(document)
      else next(Effect.succeed(document))
    }
  })
  socket.on("close", () => waiting.forEach((next) => next(Effect.die(new Error("The server closed the connection")))))
  return (document: string | undefined) =>
    Effect.callback<string>((resume) => {
      if (document !== undefined) socket.write(frame(document))
      const ready = come.shift()
      if (ready === undefined) waiting.push(resume)
      else resume(Effect.succeed(ready))
    })
})
