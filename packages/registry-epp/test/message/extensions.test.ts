import { assert, describe, it } from "@effect/vitest"
import type { EppResponse, ResponseExtension } from "@namewright/registry-epp"
import { Result, Schema } from "effect"
import { readCommand } from "../../src/message/readCommand.ts"
import { readServerMessage } from "../../src/message/readServerMessage.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { writeServerMessage } from "../../src/message/writeServerMessage.ts"
import { schemaProblems } from "../SchemaValidation.ts"
import { extensionSamples } from "./extensionSamples.ts"
import { SampleText } from "./SampleText.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))
const clTRID = "NW-1"

const commandOf = (number: number) => extensionSamples(new SampleText(number)).command()
const answerOf = (number: number): EppResponse => ({
  _tag: "Response",
  results: [{ code: 1000, message: "Command completed successfully", values: [], reasons: [] }],
  extension: extensionSamples(new SampleText(number)).extension(),
  svTRID: "SV-1"
})

/** What a client makes of these elements beside the data. */
const extension = (text: string): ResponseExtension => {
  const message = Result.getOrThrow(readServerMessage(
    `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="1000"><msg>ok</msg></result>`
      + `<extension>${text}</extension><trID><svTRID>SV-1</svTRID></trID></response></epp>`
  ))
  assert.ok(message._tag === "Response")
  return message.extension
}

/** The result code for a create with this element beside it. */
const codeOf = (text: string): number | undefined => {
  const read = readCommand(
    `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><command><create><d:create xmlns:d="urn:ietf:params:xml:ns:domain-1.0">`
      + `<d:name>a.test</d:name><d:authInfo><d:pw/></d:authInfo></d:create></create><extension>${text}</extension>`
      + `</command></epp>`
  )
  return Result.isFailure(read) ? read.failure.code : undefined
}

describe("Extensions of commands", () => {
  it.prop("are read as they were written", [seed], ([number]) => {
    const command = commandOf(number)
    assert.deepStrictEqual(readCommand(writeCommand(command, { clTRID })), Result.succeed({ command, clTRID }))
  })

  it("are valid by the schemas", () => {
    const documents = Array.from({ length: 500 }, (_, number) => writeCommand(commandOf(number), { clTRID }))
    assert.deepStrictEqual(schemaProblems(documents), [])
  })

  it("are refused where they differ from the schema", () => {
    const launch = (text: string) => `<l:create xmlns:l="urn:ietf:params:xml:ns:launch-1.0">${text}</l:create>`
    const fee = (text: string) => `<f:create xmlns:f="urn:ietf:params:xml:ns:epp:fee-1.0">${text}</f:create>`
    const notice = "<l:notice><l:noticeID>1</l:noticeID><l:notAfter>2026-01-01T00:00:00Z</l:notAfter></l:notice>"
    assert.isUndefined(codeOf(launch("<l:phase>claims</l:phase>")))
    assert.isUndefined(codeOf(fee(`<f:fee lang="de">1.00</f:fee>`)))
    const wrong = [
      launch(""),
      launch("<l:phase>later</l:phase>"),
      launch(`<l:phase>claims</l:phase>${notice}`),
      launch(`<l:phase>sunrise</l:phase><s:encodedSignedMark xmlns:s="urn:ietf:params:xml:ns:signedMark-1.0"/>`),
      fee(""),
      fee("<f:fee>-1.00</f:fee>"),
      fee("<f:fee>1,00</f:fee>"),
      fee("<f:fee>1.00</f:fee><f:credit>1.00</f:credit>"),
      fee("<f:currency>eur</f:currency><f:fee>1.00</f:fee>"),
      fee(`<f:fee grace-period="5 days">1.00</f:fee>`),
      fee(`<f:fee applied="later">1.00</f:fee>`),
      `<t:allocationToken xmlns:t="urn:ietf:params:xml:ns:allocationToken-1.0"> </t:allocationToken>`
    ]
    for (const text of wrong) assert.strictEqual(codeOf(text), 2001, text)
  })

  it("take marks in encoded form only", () => {
    const marks = [
      "<l:codeMark><l:code>49FD46E6C4B45C55D4AC</l:code></l:codeMark>",
      `<s:signedMark xmlns:s="urn:ietf:params:xml:ns:signedMark-1.0" id="x"/>`
    ]
    for (const mark of marks) {
      const create =
        `<l:create xmlns:l="urn:ietf:params:xml:ns:launch-1.0"><l:phase>sunrise</l:phase>${mark}</l:create>`
      assert.strictEqual(codeOf(create), 2102, mark)
    }
  })
})

describe("Extensions of answers", () => {
  it.prop("are read as they were written", [seed], ([number]) => {
    const answer = answerOf(number)
    assert.deepStrictEqual(readServerMessage(writeServerMessage(answer)), Result.succeed(answer))
  })

  it("are valid by the schemas", () => {
    const documents = Array.from({ length: 500 }, (_, number) => writeServerMessage(answerOf(number)))
    assert.deepStrictEqual(schemaProblems(documents), [])
  })

  it("stay as they came where they lack what they cannot do without", () => {
    const unreadable = [
      `<l:chkData xmlns:l="urn:ietf:params:xml:ns:launch-1.0"><l:cd><l:name>a.test</l:name></l:cd></l:chkData>`,
      `<l:infData xmlns:l="urn:ietf:params:xml:ns:launch-1.0"><l:phase>open</l:phase></l:infData>`,
      `<c:changeData xmlns:c="urn:ietf:params:xml:ns:changePoll-1.0"><c:operation>update</c:operation></c:changeData>`,
      `<f:chkData xmlns:f="urn:ietf:params:xml:ns:epp:fee-1.0"><f:cd><f:objID>a.test</f:objID></f:cd></f:chkData>`,
      `<f:creData xmlns:f="urn:ietf:params:xml:ns:epp:fee-1.0"><f:fee>free</f:fee></f:creData>`,
      `<t:allocationToken xmlns:t="urn:ietf:params:xml:ns:allocationToken-1.0"/>`
    ]
    for (const text of unreadable) {
      const { other, ...known } = extension(text)
      assert.lengthOf(other, 1, text)
      assert.deepStrictEqual(known, {}, text)
    }
  })

  it("report a change whose case has a new type", () => {
    const { changed } = extension(
      `<c:changeData xmlns:c="urn:ietf:params:xml:ns:changePoll-1.0"><c:who>URS Admin</c:who>
        <c:svTRID>12345-XYZ</c:svTRID><c:date>2013-10-22T14:25:57.0Z</c:date><c:caseId type="drs">7</c:caseId>
        <c:operation op="lock">custom</c:operation><c:more/></c:changeData>`
    )
    assert.deepStrictEqual(changed, {
      state: "after",
      operation: "custom",
      operationDetail: "lock",
      date: "2013-10-22T14:25:57.0Z",
      svTRID: "12345-XYZ",
      who: "URS Admin",
      caseId: { id: "7", type: "custom", name: "drs" }
    })
  })
})
