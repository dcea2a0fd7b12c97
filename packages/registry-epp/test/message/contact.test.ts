import { assert, describe, it } from "@effect/vitest"
import type { ContactCommand, EppResponse, ResponseData } from "@namewright/registry-epp"
import { Result, Schema } from "effect"
import { readCommand } from "../../src/message/readCommand.ts"
import { readServerMessage } from "../../src/message/readServerMessage.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { writeServerMessage } from "../../src/message/writeServerMessage.ts"
import { schemaProblems } from "../SchemaValidation.ts"
import { sampleContactCommand, sampleContactData } from "./contactSamples.ts"
import { SampleText } from "./SampleText.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))
const clTRID = "NW-1"

const written = (command: ContactCommand): string => writeCommand(command, { clTRID })
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
    `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0" xmlns:c="urn:ietf:params:xml:ns:contact-1.0"><command>${text}</command></epp>`
  )
const codeOf = (text: string): number | undefined => {
  const read = command(text)
  return Result.isFailure(read) ? read.failure.code : undefined
}

const data = (text: string): ResponseData | undefined => {
  const read = readServerMessage(
    `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0" xmlns:c="urn:ietf:params:xml:ns:contact-1.0"><response>`
      + `<result code="1000"><msg>ok</msg></result><resData>${text}</resData><trID><svTRID>SV-1</svTRID></trID></response></epp>`
  )
  const message = Result.getOrThrow(read)
  return message._tag === "Response" ? message.data : undefined
}

describe("Commands about contacts", () => {
  it.prop("are read as they were written", [seed], ([number]) => {
    const sent = sampleContactCommand(new SampleText(number))
    assert.deepStrictEqual(readCommand(written(sent)), Result.succeed({ command: sent, clTRID }))
  })

  it("are valid by the schemas", () => {
    const documents = Array.from({ length: 400 }, (_, number) => written(sampleContactCommand(new SampleText(number))))
    assert.deepStrictEqual(schemaProblems(documents), [])
  })

  it("are understood with empty elements that Net::EPP sends, and without them", () => {
    const create = command(
      `<create><c:create><c:id>sh8013</c:id><c:postalInfo type="int"><c:name>John Doe</c:name><c:org/><c:addr><c:street/>
        <c:city>Dulles</c:city><c:sp/><c:pc/><c:cc>US</c:cc></c:addr></c:postalInfo><c:voice/><c:fax></c:fax>
        <c:email>jdoe@example.com</c:email><c:authInfo><c:pw>2fooBAR</c:pw></c:authInfo></c:create></create>`
    )
    assert.deepStrictEqual(
      create,
      Result.succeed({
        command: {
          _tag: "ContactCreate",
          id: "sh8013",
          postalInfos: [{ type: "int", name: "John Doe", address: { street: [], city: "Dulles", country: "US" } }],
          email: "jdoe@example.com",
          authInfo: { password: "2fooBAR" }
        }
      })
    )
  })

  it("keep the empty texts of an update, which take something away", () => {
    const update = command(
      `<update><c:update><c:id>sh8013</c:id><c:chg><c:postalInfo type="loc"><c:org/></c:postalInfo><c:voice/></c:chg>
        </c:update></update>`
    )
    const sent: ContactCommand = {
      _tag: "ContactUpdate",
      id: "sh8013",
      change: { postalInfos: [{ type: "loc", organization: "" }], voice: { number: "" } }
    }
    assert.deepStrictEqual(update, Result.succeed({ command: sent }))
  })

  it("are refused where they differ from the schema", () => {
    const postalInfo =
      `<c:postalInfo type="int"><c:name>J</c:name><c:addr><c:city>D</c:city><c:cc>US</c:cc></c:addr></c:postalInfo>`
    const rest = "<c:email>a@example.com</c:email><c:authInfo><c:pw>2fooBAR</c:pw></c:authInfo>"
    const create = (text: string) => `<create><c:create>${text}</c:create></create>`
    assert.isUndefined(codeOf(create(`<c:id>abc</c:id>${postalInfo}${rest}`)))
    const wrong = [
      create(`<c:id>ab</c:id>${postalInfo}${rest}`),
      create(`<c:id>abcdefghijklmnopq</c:id>${postalInfo}${rest}`),
      create(`<c:id>abc</c:id>${rest}`),
      create(`<c:id>abc</c:id>${postalInfo}${postalInfo}${postalInfo}${rest}`),
      create(`<c:id>abc</c:id>${postalInfo.replace("int", "int ernational")}${rest}`),
      create(`<c:id>abc</c:id>${postalInfo.replace("US", "USA")}${rest}`),
      create(`<c:id>abc</c:id>${postalInfo.replace("<c:city>D</c:city>", "<c:city/>")}${rest}`),
      create(`<c:id>abc</c:id>${postalInfo}<c:voice>55</c:voice>${rest}`),
      create(`<c:id>abc</c:id>${postalInfo}<c:voice>+1.123456789012345</c:voice>${rest}`),
      create(`<c:id>abc</c:id>${postalInfo}<c:fax>+1.1</c:fax><c:voice>+1.1</c:voice>${rest}`),
      create(`<c:id>abc</c:id>${postalInfo}${rest}<c:disclose><c:voice/></c:disclose>`),
      create(`<c:id>abc</c:id>${postalInfo}${rest}<c:disclose flag="2"><c:voice/></c:disclose>`),
      "<update><c:update><c:id>abc</c:id><c:add/></c:update></update>",
      `<update><c:update><c:id>abc</c:id><c:add><c:status s="serverHold"/></c:add></c:update></update>`,
      "<check><c:check/></check>",
      "<renew><c:renew><c:id>abc</c:id></c:renew></renew>",
      `<transfer op="grab"><c:transfer><c:id>abc</c:id></c:transfer></transfer>`
    ]
    for (const text of wrong) assert.strictEqual(codeOf(text), 2001, text)
  })

  it("know no authorization but a password", () => {
    assert.strictEqual(
      codeOf(
        `<info><c:info><c:id>abc</c:id><c:authInfo><c:ext><x xmlns="urn:x"/></c:ext></c:authInfo></c:info></info>`
      ),
      2102
    )
  })
})

describe("Data about contacts", () => {
  it.prop("are read as they were written", [seed], ([number]) => {
    const sent = answer(sampleContactData(new SampleText(number)))
    assert.deepStrictEqual(readServerMessage(writeServerMessage(sent)), Result.succeed(sent))
  })

  it("are valid by the schemas", () => {
    const documents = Array.from(
      { length: 400 },
      (_, number) => writeServerMessage(answer(sampleContactData(new SampleText(number))))
    )
    assert.deepStrictEqual(schemaProblems(documents), [])
  })

  it("are understood where a registry hides what it may not show", () => {
    assert.deepStrictEqual(
      data(
        `<c:infData><c:roid>SH8013-REP</c:roid><c:id>sh8013</c:id><c:postalInfo type="loc"/><c:status s="ok"/>
          <c:clID>ClientY</c:clID><c:voice/></c:infData>`
      ),
      {
        _tag: "ContactData",
        id: "sh8013",
        roid: "SH8013-REP",
        statuses: [{ status: "ok" }],
        postalInfos: [{ type: "loc", name: "", address: { street: [], city: "", country: "" } }],
        email: "",
        sponsor: "ClientY"
      }
    )
  })

  it("stay as they came where they do not say which contact", () => {
    assert.strictEqual(data("<c:infData><c:clID>ClientY</c:clID></c:infData>")?._tag, "UnknownData")
  })
})
