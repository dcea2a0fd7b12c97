import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { askServer } from "../../src/delegation/askServer.ts"
import { Message, rrTypes } from "../../src/index.ts"
import { respondingServer } from "../transport/respondingServer.ts"
import { nameIn, recordIn } from "./PublicDnsOfTest.ts"

const name = nameIn("_namewright-challenge.example.test.")

const answerTo = (asked: Message.Message, text: string): Message.Message => ({
  ...asked,
  isResponse: true,
  isAuthoritative: true,
  answers: [recordIn(name, "TXT", `"${text}"`)]
})

describe("askServer", () => {
  it.live("accepts the response to its own question only", () =>
    Effect.gen(function*() {
      const port = yield* respondingServer((octets, _, reply) => {
        const asked = Result.getOrThrow(Message.decode(octets))
        const responses: ReadonlyArray<Message.Message> = [
          { ...answerTo(asked, "name"), questions: [{ name: nameIn("example.test."), type: 16, class: 1 }] },
          { ...answerTo(asked, "class"), questions: [{ name, type: 16, class: 3 }] },
          { ...answerTo(asked, "type"), questions: [{ name, type: 1, class: 1 }] },
          answerTo(asked, "answer")
        ]
        return Effect.forEach(responses, (response) => reply(Message.encode(response)), { discard: true })
      })
      const options = { transport: "udp", timeout: 300 } as const
      const found = yield* askServer({ host: "127.0.0.1", port }, name, rrTypes.TXT, options)
      const text = Option.map(found, ({ answers }) => Buffer.from(answers[0]?.rdata.slice(1) ?? []).toString())
      assert.deepStrictEqual(text, Option.some("answer"))
    }).pipe(Effect.scoped))
})
