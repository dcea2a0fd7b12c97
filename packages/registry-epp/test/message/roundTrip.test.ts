import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"

import type { EppCommand } from "../../src/message/EppCommand.ts"
import type { ServerMessage } from "../../src/message/EppResponse.ts"
import { readCommand } from "../../src/message/readCommand.ts"
import { readServerMessage } from "../../src/message/readServerMessage.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { writeServerMessage } from "../../src/message/writeServerMessage.ts"
import { schemaProblems } from "../SchemaValidation.ts"
import { answerSamples } from "./answerSamples.ts"
import { domainSamples, domainTags } from "./domainSamples.ts"
import { samples } from "./Samples.ts"
import { SampleText } from "./SampleText.ts"
import { sessionSamples, sessionTags } from "./sessionSamples.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))

/** Everything that the tests of this file wrote. */
const documents: Array<string> = []

/** What a server reads of a command, and what it should. */
const throughServer = (command: EppCommand, clTRID: string) => {
  const document = writeCommand(command, { clTRID })
  documents.push(document)
  return {
    document,
    read: readCommand(document),
    expected: command._tag === "Hello" ? { command } : { command, clTRID }
  }
}

/** What a client reads of a message. */
const throughClient = (message: ServerMessage) => {
  const document = writeServerMessage(message)
  documents.push(document)
  return { document, read: readServerMessage(document) }
}

describe.each(sessionTags)("the command %s", (tag) => {
  it.prop("comes back as it was written", [seed], ([number]) => {
    const draw = new SampleText(number)
    const { document, expected, read } = throughServer(sessionSamples(draw).command(tag), samples(draw).transactionId())
    assert.deepStrictEqual(read, Result.succeed(expected), document)
  })
})

describe.each(domainTags)("the command %s", (tag) => {
  it.prop("comes back as it was written", [seed], ([number]) => {
    const draw = new SampleText(number)
    const { document, expected, read } = throughServer(domainSamples(draw).command(tag), samples(draw).transactionId())
    assert.deepStrictEqual(read, Result.succeed(expected), document)
  })
})

describe("the greeting", () => {
  it.prop("comes back as it was written", [seed], ([number]) => {
    const greeting = sessionSamples(new SampleText(number)).greeting()
    const { document, read } = throughClient(greeting)
    assert.deepStrictEqual(read, Result.succeed(greeting), document)
  })
})

describe("an answer", () => {
  it.prop("comes back as it was written", [seed], ([number]) => {
    const response = answerSamples(new SampleText(number)).response()
    const { document, read } = throughClient(response)
    assert.deepStrictEqual(read, Result.succeed(response), document)
  })
})

describe("everything that was written", () => {
  it("are valid by the schemas", () => {
    assert.isAbove(documents.length, 0)
    const wrong = documents.map((document) => document.replace("<epp ", "<epp wrong='1' ")).slice(0, 1)
    assert.isAbove(schemaProblems(wrong).length, 0, "an invalid document is accepted")
    assert.deepStrictEqual(schemaProblems(documents), [])
  })
})
