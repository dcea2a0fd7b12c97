import { assert, describe, it } from "@effect/vitest"
import { type EppResponse, EppUri } from "@namewright/registry-epp"
import { Result } from "effect"
import { readServerMessage } from "../../src/message/readServerMessage.ts"
import { writeServerMessage } from "../../src/message/writeServerMessage.ts"
import { readable } from "../../src/server/readable.ts"
import { schemaProblems } from "../SchemaValidation.ts"

const response = (document: string): EppResponse => {
  const message = Result.getOrThrow(readServerMessage(document))
  assert.ok(message._tag === "Response")
  return message
}

/** A success with these reasons, and data if there are some. */
const withReasons = (reasons: string, data = ""): EppResponse =>
  response(
    `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="1301"><msg>ok</msg>${reasons}</result>${data}`
      + `<trID><svTRID>SV-1</svTRID></trID></response></epp>`
  )
const reason = (namespace: string, value: string, text = `${namespace} not in login services`) =>
  `<extValue><value>${value}</value><reason>${text}</reason></extValue>`

const changed: EppResponse = {
  _tag: "Response",
  results: [{ code: 1301, message: "Command completed successfully; ack to dequeue", values: [], reasons: [] }],
  queue: { count: 1, id: "201", date: "2013-10-22T14:25:57.0Z", message: "Registry initiated update of domain." },
  data: { _tag: "HostCreatedData", name: "ns1.a.test", createdOn: "2012-05-03T04:00:00.0Z" },
  extension: {
    allocationToken: "abc123",
    changed: {
      state: "after",
      operation: "update",
      date: "2013-10-22T14:25:57.0Z",
      svTRID: "12345-XYZ",
      who: "URS Admin"
    },
    other: []
  },
  clTRID: "ABC-12345",
  svTRID: "54322-XYZ"
}
const objects = new Set([EppUri.host])

describe("Data that the client did not announce", () => {
  it("are read from the reasons like extensions", () => {
    const { data, extension, results } = withReasons(
      reason(
        EppUri.host,
        `<h:creData xmlns:h="${EppUri.host}"><h:name>a.test</h:name><h:crDate>D</h:crDate></h:creData>`
      )
        + reason(
          EppUri.allocationToken,
          `<t:allocationToken xmlns:t="${EppUri.allocationToken}">abc</t:allocationToken>`
        )
        + reason("urn:x", `<x:more xmlns:x="urn:x"/>`)
        + reason("urn:x", `<x:name xmlns:x="urn:x"/>`, "Too long")
        + reason("urn:y", `<x:name xmlns:x="urn:x"/>`)
    )
    assert.deepStrictEqual(data, { _tag: "HostCreatedData", name: "a.test", createdOn: "D" })
    assert.strictEqual(extension.allocationToken, "abc")
    assert.deepStrictEqual(extension.other.map(({ name }) => name), ["more"])
    assert.deepStrictEqual(
      results[0].reasons.map((kept) => kept.reason),
      ["Too long", "urn:y not in login services"]
    )
  })

  it("are unknown data without a known extension", () => {
    const { data, extension } = withReasons(
      reason(EppUri.maintenance, `<m:infData xmlns:m="${EppUri.maintenance}"/>`)
        + reason("urn:x", `<x:more xmlns:x="urn:x"/>`)
    )
    assert.ok(data?._tag === "UnknownData")
    assert.strictEqual(data.element.namespace, EppUri.maintenance)
    assert.deepStrictEqual(extension.other.map(({ namespace }) => namespace), ["urn:x"])
  })

  it("are sent to a client that announces them", () => {
    const extensions = new Set([EppUri.unhandledNamespaces])
    const sent = readable(changed, { objects: new Set([EppUri.domain]), extensions })
    assert.deepStrictEqual(
      sent.results[0].reasons.map((one) => one.reason),
      [EppUri.host, EppUri.allocationToken, EppUri.changePoll].map((uri) => `${uri} not in login services`)
    )
    assert.isUndefined(sent.data)
    assert.deepStrictEqual(sent.extension, { other: [] })
    assert.deepStrictEqual(response(writeServerMessage(sent)), changed)
  })

  it("are kept from a client that does not", () => {
    const sent = readable(changed, { objects, extensions: new Set([EppUri.changePoll]) })
    const { allocationToken, ...extension } = changed.extension
    assert.strictEqual(allocationToken, "abc123")
    assert.deepStrictEqual(response(writeServerMessage(sent)), { ...changed, extension })
  })

  it("leave an answer alone that has none", () => {
    const extensions = new Set([EppUri.changePoll, EppUri.allocationToken])
    assert.strictEqual(readable(changed, { objects, extensions }), changed)
  })

  it("are valid by the schemas", () => {
    const extensions = new Set([EppUri.unhandledNamespaces])
    assert.deepStrictEqual(schemaProblems([writeServerMessage(readable(changed, { objects, extensions }))]), [])
  })
})
