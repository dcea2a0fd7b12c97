import { assert, describe, it } from "@effect/vitest"
import type { EppResponse, HostCommand, ResponseData } from "@namewright/registry-epp"
import { Result, Schema } from "effect"
import { readCommand } from "../../src/message/readCommand.ts"
import { readServerMessage } from "../../src/message/readServerMessage.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { writeServerMessage } from "../../src/message/writeServerMessage.ts"
import { schemaProblems } from "../SchemaValidation.ts"
import { sampleHostCommand, sampleHostData } from "./hostSamples.ts"
import { SampleText } from "./SampleText.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))
const clTRID = "NW-1"

const written = (command: HostCommand): string => writeCommand(command, { clTRID })
const answer = (data: ResponseData): EppResponse => ({
  _tag: "Response",
  results: [{ code: 1000, message: "Command completed successfully", values: [], reasons: [] }],
  data,
  extension: { other: [] },
  clTRID,
  svTRID: "SV-1"
})

/** A command of a client as this text has it below `command`. */
const command = (text: string) =>
  readCommand(
    `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0" xmlns:h="urn:ietf:params:xml:ns:host-1.0"><command>${text}</command></epp>`
  )

describe("Commands about hosts", () => {
  it.prop("are read as they were written", [seed], ([number]) => {
    const sent = sampleHostCommand(new SampleText(number))
    assert.deepStrictEqual(readCommand(written(sent)), Result.succeed({ command: sent, clTRID }))
  })

  it("are valid by the schemas", () => {
    const documents = Array.from({ length: 400 }, (_, number) => written(sampleHostCommand(new SampleText(number))))
    assert.deepStrictEqual(schemaProblems(documents), [])
  })

  it("may have empty containers, which say nothing", () => {
    assert.deepStrictEqual(
      command("<update><h:update><h:name>ns1.example</h:name><h:add/><h:rem/></h:update></update>"),
      Result.succeed({ command: { _tag: "HostUpdate", name: "ns1.example" } })
    )
  })

  it("take an address without a version for one of the fourth", () => {
    assert.deepStrictEqual(
      command("<create><h:create><h:name>ns1.example</h:name><h:addr> 192.0.2.1 </h:addr></h:create></create>"),
      Result.succeed({
        command: {
          _tag: "HostCreate",
          name: "ns1.example",
          addresses: [{ address: "192.0.2.1", version: "v4" }]
        }
      })
    )
  })

  it("are refused where they differ from the schema", () => {
    const wrong = [
      "<create><h:create><h:addr>192.0.2.1</h:addr></h:create></create>",
      `<create><h:create><h:name>ns1.example</h:name><h:addr ip="v5">192.0.2.1</h:addr></h:create></create>`,
      "<create><h:create><h:name>ns1.example</h:name><h:addr>::</h:addr></h:create></create>",
      "<create><h:create><h:name>ns1.example</h:name><h:name>ns2.example</h:name></h:create></create>",
      "<update><h:update><h:name>ns1.example</h:name><h:chg/></h:update></update>",
      `<update><h:update><h:name>ns1.example</h:name><h:add><h:status s="clientHold"/></h:add></h:update></update>`,
      "<update><h:update><h:name>ns1.example</h:name><h:rem/><h:add/></h:update></update>",
      `<transfer op="query"><h:transfer><h:name>ns1.example</h:name></h:transfer></transfer>`,
      `<info><h:info><h:name hosts="all">ns1.example</h:name></h:info></info>`
    ]
    for (const text of wrong) {
      const read = command(text)
      assert.strictEqual(Result.isFailure(read) ? read.failure.code : undefined, 2001, text)
    }
  })
})

describe("Data about hosts", () => {
  it.prop("are read as they were written", [seed], ([number]) => {
    const sent = answer(sampleHostData(new SampleText(number)))
    assert.deepStrictEqual(readServerMessage(writeServerMessage(sent)), Result.succeed(sent))
  })

  it("are valid by the schemas", () => {
    const documents = Array.from(
      { length: 400 },
      (_, number) => writeServerMessage(answer(sampleHostData(new SampleText(number))))
    )
    assert.deepStrictEqual(schemaProblems(documents), [])
  })
})
