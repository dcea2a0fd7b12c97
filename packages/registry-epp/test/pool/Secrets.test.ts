import { assert, describe, it } from "@effect/vitest"
import { RegistrySessionSlots } from "@namewright/core/registry"
import { Effect, Formatter, Layer, Logger, Redacted, Tracer } from "effect"
import type { DomainCreate } from "../../src/message/DomainCommand.ts"
import { fixedCredentials } from "../../src/pool/EppCredentials.ts"
import { scriptedServer } from "../ScriptedServer.ts"
import { info, testPool } from "./TestPool.ts"

const secret = "Zx9-secret-Qp"
const authInfo = "aUtH-info-7781"
const newSecret = "Nn4-newpass-Lm"

const create: DomainCreate = {
  _tag: "DomainCreate",
  name: "a.example",
  contacts: [],
  authInfo: { password: authInfo }
}

describe("secrets", () => {
  it.live("are in no log line, span or failure, even if the registry repeats them", () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ cause, message }) => void lines.push(Formatter.format({ message, cause })))
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    return Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: ({ answer, command, connection, document, peer }) => {
          if (command._tag === "Login") {
            if (connection === 2) return answer(2306, `No good: ${command.password} ${command.newPassword}`), true
            if (connection === 4) return answer(2200, `Wrong: ${command.password}`), true
            return false
          }
          if (command._tag !== "DomainCreate") return false
          peer.write(document)
          return true
        }
      })
      const failures: Array<unknown> = []
      const pool = yield* testPool(server, {
        credentials: { ...fixedCredentials("registrar", Redacted.make(secret)), propose: () => Effect.void }
      })
      yield* pool.query(info("a.example"))
      failures.push(yield* Effect.flip(pool.changePassword(Redacted.make(newSecret))))
      failures.push(yield* Effect.flip(pool.transform(create, "command-1")))
      failures.push(yield* Effect.flip(pool.transform({ ...create, name: "a\u0000" }, "command-2")))
      yield* server.untilReceived("Login", 4)
      failures.push(yield* Effect.flip(pool.query(info("a.example"))))
      failures.push(yield* pool.state)
      const said = [
        ...lines,
        ...failures.map((failure) => Formatter.format(failure) + String(failure)),
        ...spans.map((span) => Formatter.format([span.name, [...span.attributes], span.events, span.status]))
      ].join("\n")
      assert.include(said, "2306 No good: *** ***")
      assert.include(said, "2200 Wrong: ***")
      assert.include(said, "EppPool.transform")
      for (const word of [secret, newSecret, authInfo]) assert.notInclude(said, word)
    }).pipe(
      Effect.scoped,
      Effect.provide(
        Layer.mergeAll(
          RegistrySessionSlots.layerLocal,
          Logger.layer([logger]),
          Layer.succeed(Tracer.Tracer, tracer)
        ),
        { local: true }
      )
    )
  })
})
