import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { Draw } from "../../../core/test/dns/Draw.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import { readCommand } from "../../src/message/readCommand.ts"
import { readServerMessage } from "../../src/message/readServerMessage.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { writeServerMessage } from "../../src/message/writeServerMessage.ts"
import { readXml } from "../../src/xml/readXml.ts"
import { writeTree } from "../../src/xml/writeXml.ts"
import type { XmlElement } from "../../src/xml/XmlElement.ts"
import { validDocuments } from "../SchemaValidation.ts"
import { answerSamples } from "./answerSamples.ts"
import { sampleContactCommand } from "./contactSamples.ts"
import { domainSamples, domainTags } from "./domainSamples.ts"
import { sampleHostCommand } from "./hostSamples.ts"
import { mutatedText, mutatedTree } from "./mutated.ts"
import { SampleText } from "./SampleText.ts"
import { sessionSamples, sessionTags } from "./sessionSamples.ts"

const command = (number: number): EppCommand => {
  const draw = new SampleText(number)
  return draw.pick<() => EppCommand>([
    () => sessionSamples(draw).command(draw.pick(sessionTags)),
    () => domainSamples(draw).command(draw.pick(domainTags)),
    () => domainSamples(draw).command(draw.pick(domainTags)),
    () => sampleContactCommand(draw),
    () => sampleHostCommand(draw)
  ])()
}

/** A document, and the tree that it holds. */
interface Sample {
  readonly text: string
  readonly tree: XmlElement
}
const sample = (text: string): Sample => ({ text, tree: Result.getOrThrow(readXml(text)) })

const commands = Array.from({ length: 400 }, (_, number) => sample(writeCommand(command(number), { clTRID: "NW-1" })))
const messages = Array.from({ length: 200 }, (_, number) => {
  const draw = new SampleText(number)
  return sample(writeServerMessage(draw.chance(10) ? sessionSamples(draw).greeting() : answerSamples(draw).response()))
})

/** One of the samples with something wrong in its text, or in its tree. */
const mutated = (samples: ReadonlyArray<Sample>, number: number): string => {
  const draw = new Draw(number)
  const { text, tree } = samples[number % samples.length] ?? sample("<epp/>")
  return draw.chance(50) ? mutatedText(text, draw) : writeTree(mutatedTree(tree, draw))
}

describe("10,000 documents with something wrong in them", () => {
  const numbers = Array.from({ length: 10_000 }, (_, number) => number)

  it("are read or refused by the server, with a code that it can answer", () => {
    const results = numbers.map((number) => readCommand(mutated(commands, number)))
    const codes = new Set(results.map((result) => Result.isSuccess(result) ? "read" : result.failure.code))
    assert.includeMembers([...codes], ["read", 2000, 2001, 2003, 2101, 2103, 2307])
  })

  it("are read or refused by the client", () => {
    const results = numbers.map((number) => readServerMessage(mutated(messages, number)))
    const refused = results.filter(Result.isFailure)
    assert.isAbove(refused.length, 1000)
    assert.isAbove(results.length - refused.length, 1000)
    for (const { failure } of refused) assert.match(failure, /\S/)
  })
})

describe("the server's reader", () => {
  it("calls exactly those documents invalid that the schemas do", () => {
    const documents = Array.from({ length: documentCount }, (_, number) => {
      const { tree } = commands[number % commands.length] ?? sample("<epp/>")
      return writeTree(mutatedTree(tree, new Draw(number)))
    })
    const valid = validDocuments(documents)
    assert.isAbove(valid.size, 100)
    // What is valid may be refused all the same: by another code, or as a verb around another object.
    const disagreements = documents.filter((document) => {
      const result = readCommand(document)
      return Result.isSuccess(result)
        ? !valid.has(document)
        : valid.has(document) && result.failure.message.startsWith("The document is not valid")
    })
    assert.deepStrictEqual(disagreements, [])
  })
})

const documentCount = 1500
