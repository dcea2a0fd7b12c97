import { assert, describe, it } from "@effect/vitest"
import { RegistrySessionSlots } from "@namewright/core/registry"
import { Effect, Exit, Layer, Logger, Redacted, Result } from "effect"
import { once } from "node:events"
import { createServer, type TLSSocket } from "node:tls"
import { testSize } from "../../../../test/testSize.ts"
import { Draw } from "../../../core/test/dns/Draw.ts"
import type { EppResponse, ServerMessage } from "../../src/message/EppResponse.ts"
import { writeServerMessage } from "../../src/message/writeServerMessage.ts"
import { openSession } from "../../src/session/openSession.ts"
import { makeTimekeeper } from "../../src/session/Timekeeper.ts"
import { frame } from "../../src/wire/frame.ts"
import { answerSamples } from "../message/answerSamples.ts"
import { SampleText } from "../message/SampleText.ts"
import { info, renew, testPool } from "../pool/TestPool.ts"
import { greeting, scriptedServer } from "../ScriptedServer.ts"
import { serverCertificate, serverKey, testAuthority } from "../testCertificates.ts"
import { mutatedFrame } from "./mutatedFrame.ts"

const answers = testSize(100, 2000)
const sessions = 4

/** A right answer to the command of that id, which says so once more in the server's own id. */
const answerTo = (clTRID: string, number: number): EppResponse => {
  const response = answerSamples(new SampleText(number)).response()
  const [first, ...others] = response.results
  // From 2500 on the session would end by itself.
  const result = { ...first, code: first.code < 2500 ? first.code : 2400 }
  return { ...response, results: [result, ...others], clTRID, svTRID: `SV-${clTRID}` }
}

/** A server that greets and answers logins with something wrong in it half of the time, and then hangs up. */
const oddGreeter = Effect.gen(function*() {
  let connections = 0
  const say = (socket: TLSSocket, message: ServerMessage, draw: Draw) => {
    const document = writeServerMessage(message)
    const { bytes, isTorn } = draw.chance(50) ? { bytes: frame(document), isTorn: false } : mutatedFrame(document, draw)
    socket.write(bytes)
    return isTorn
  }
  const server = createServer({ cert: serverCertificate, key: serverKey }, (socket) => {
    const draw = new Draw(++connections)
    socket.on("error", () => socket.destroy())
    if (say(socket, greeting, draw)) return void socket.end()
    socket.once("data", (login: Buffer) => {
      const clTRID = /<clTRID>([^<]+)/.exec(login.toString("utf8"))?.[1] ?? ""
      say(socket, answerTo(clTRID, connections), draw)
      socket.end()
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
    () => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
  )
  const address = server.address()
  return address === null || typeof address === "string" ? 0 : address.port
})

describe(`The pool, whose server gives ${answers} answers with something wrong in them`, () => {
  it.live("returns each to its own command or to none, and continues in new sessions", () =>
    Effect.gen(function*() {
      let given = 0
      const server = yield* scriptedServer({
        on: ({ clTRID = "", command, peer }) => {
          if (command._tag !== "DomainRenew") return false
          const number = given++
          const draw = new Draw(number)
          const { bytes, isTorn } = mutatedFrame(writeServerMessage(answerTo(clTRID, number)), draw)
          peer.socket.write(bytes)
          // Nobody is to wait for octets that do not come.
          if (isTorn) peer.socket.end()
          return true
        }
      })
      const pool = yield* testPool(server, { limits: { sessions, minimumSessions: sessions } })
      const outcomes = { answered: 0, lost: 0, notSent: 0 }

      const ask = Effect.fnUntraced(function*(number: number) {
        const clTRID = `NW-${number}-of-us`
        const exit = yield* Effect.exit(pool.transform(renew("a.example"), clTRID))
        if (Exit.isSuccess(exit)) {
          const { clTRID: echoed = clTRID, svTRID } = exit.value
          assert.strictEqual(echoed, clTRID)
          // The id of another command would show that an answer had gone astray.
          if (/^SV-NW-[0-9]+-of-us$/.test(svTRID ?? "")) assert.strictEqual(svTRID, `SV-${clTRID}`)
          outcomes.answered++
          return
        }
        const failure = Result.getOrThrow(Exit.findError(exit))
        assert.include(["EppAnswerLost", "EppNotSent"], failure._tag)
        if (failure._tag === "EppAnswerLost") outcomes.lost++
        else outcomes.notSent++
      })
      yield* Effect.forEach(Array.from({ length: answers }, (_, index) => index), ask, {
        concurrency: 2 * sessions,
        discard: true
      })

      assert.strictEqual(given, answers)
      assert.strictEqual(outcomes.notSent, 0)
      assert.isAbove(outcomes.answered, answers * 0.1)
      assert.isAbove(outcomes.lost, answers * 0.1)
      assert.strictEqual((yield* pool.query(info("a.example"))).results[0].code, 1000)
      assert.isAtMost(server.connections().open, sessions)
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.merge(RegistrySessionSlots.layerLocal, Logger.layer([])), { local: true })
    ))

  it.live("opens a session or reports the reason, after any greeting and any login response", () =>
    Effect.gen(function*() {
      const port = yield* oddGreeter
      const timekeeper = yield* makeTimekeeper
      const settings = {
        endpoint: { host: "127.0.0.1", port, tls: { ca: testAuthority } },
        wanted: { objects: greeting.objects, extensions: greeting.extensions, language: "en" },
        patience: { greeting: 2000, login: 2000 }
      }
      const secrets = { clientId: "registrar", password: Redacted.make("open-sesame") }
      const tags = new Map<string, number>()
      for (let attempt = 0; attempt < 500; attempt++) {
        const result = yield* Effect.result(openSession(settings, timekeeper, secrets))
        if (Result.isSuccess(result)) result.success.connection.destroy("It was opened")
        const tag = Result.isSuccess(result) ? "opened" : result.failure._tag
        tags.set(tag, (tags.get(tag) ?? 0) + 1)
      }
      assert.sameMembers([...tags.keys()], ["opened", "SessionFailure"])
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([]))))
})
