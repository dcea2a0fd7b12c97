import { assert, describe, it } from "@effect/vitest"
import { type MessageObject, nameOnly, type PollPayload } from "@namewright/core/registry"
import { DateTime, Effect, Option, Result } from "effect"
import type { EppResponse } from "../../src/message/EppResponse.ts"
import { EppUri } from "../../src/message/EppUri.ts"
import { readServerMessage } from "../../src/message/readServerMessage.ts"
import type { ResponseData } from "../../src/message/ResponseData.ts"
import type { ChangeData, ResponseExtension } from "../../src/message/ResponseExtension.ts"
import { writeServerMessage } from "../../src/message/writeServerMessage.ts"
import { EppAnswerLost } from "../../src/pool/EppClient.ts"
import type { XmlElement } from "../../src/xml/XmlElement.ts"
import { domainData, name } from "./orders.ts"
import { answer, scripted } from "./ScriptedClient.ts"

const message = (data?: ResponseData, extension: Partial<ResponseExtension> = {}): EppResponse => ({
  ...answer(1301, { ...(data === undefined ? {} : { data }), extension }),
  queue: { count: 3, id: "17", date: "2026-11-22T10:00:00.5Z", message: "As the registry has it" }
})

const next = (response: EppResponse) => Effect.map(scripted(() => response).registry.nextMessage, Option.getOrThrow)

const changed = (changes: Partial<ChangeData>): Partial<ResponseExtension> => ({
  changed: {
    state: "after",
    operation: "update",
    date: "2026-11-22T10:00:00Z",
    svTRID: "s-1",
    who: "URS Admin",
    ...changes
  }
})

const tree = (name: string, parts: Partial<XmlElement> = {}, namespace = "http://example.com/own-1.0"): XmlElement => ({
  namespace,
  name,
  attributes: {},
  children: [],
  text: "",
  ...parts
})

const at = (text: string) => DateTime.makeUnsafe(text)

const verification = (status: string) =>
  tree("infData", {
    children: [
      tree("status", { attributes: { s: status } }, "http://www.nic.at/xsd/at-ext-verification-1.0"),
      tree("actionDate", { text: " 2026-12-07T10:00:00Z " }, "http://www.nic.at/xsd/at-ext-verification-1.0")
    ]
  }, "http://www.nic.at/xsd/at-ext-verification-1.0")

const transfer = (changes: { readonly status?: string; readonly requester?: string }): ResponseData => ({
  _tag: "DomainTransferData",
  name: "EXAMPLE.test",
  status: "pending",
  requester: "them",
  requestedOn: "2026-11-22T10:00:00Z",
  actor: "us",
  actsOn: "2026-11-27T10:00:00Z",
  ...changes
})

const pending = (object: "domain" | "contact", accepted: boolean, clTRID?: string): ResponseData => ({
  _tag: "PendingActionData",
  object,
  id: object === "domain" ? name : "c-1",
  accepted,
  ...(clTRID === undefined ? {} : { clTRID }),
  svTRID: "s-1",
  date: "2026-11-22T10:00:00Z"
})

const onHold = domainData({
  statuses: [{ status: "serverHold" }, { status: "ownStatus" }],
  expiresOn: "2028-01-02T00:00:00Z"
})
const ends = at("2028-01-02T00:00:00Z")
const acts_on = at("2026-11-27T10:00:00Z")

const iis = "urn:se:iis:xml:epp:iis-1.2"

const inDomain = (local: string, text: string, children: ReadonlyArray<XmlElement> = []) =>
  tree(local, { text, children }, EppUri.domain)

const wrapped = inDomain("trnData", "", [
  inDomain("name", name),
  inDomain("trStatus", "serverApproved"),
  inDomain("reID", "them"),
  inDomain("reDate", "2026-11-22T10:00:00Z"),
  inDomain("acID", "us"),
  inDomain("acDate", "2026-11-27T10:00:00Z")
])

const cases: ReadonlyArray<readonly [what: string, response: EppResponse, payload: PollPayload]> = [
  [
    "a request of another registrar",
    message(transfer({})),
    { _tag: "TransferChanged", name, status: "pending", side: "losing", acts_on, expires_on: null }
  ],
  [
    "the end of the account's own request",
    message(transfer({ status: "clientRejected", requester: "us" })),
    { _tag: "TransferChanged", name, status: "clientRejected", side: "gaining", acts_on, expires_on: null }
  ],
  ["a transfer in a state of the registry's own", message(transfer({ status: "odd" })), { _tag: "Unknown" }],
  [
    "a command that is decided",
    message(pending("domain", true, "command_01")),
    { _tag: "PendingDecided", name, accepted: true, command_id: "command_01" }
  ],
  [
    "one that is refused and has no id",
    message(pending("domain", false)),
    { _tag: "PendingDecided", name, accepted: false, command_id: null }
  ],
  ["a contact that is decided on", message(pending("contact", true)), { _tag: "Unknown" }],
  [
    "a renewal by the registry, as data of a renewal",
    message({ _tag: "DomainRenewedData", name, expiresOn: "2028-01-02T00:00:00Z" }),
    { _tag: "Renewed", name, expires_on: ends }
  ],
  [
    "a renewal by the registry, as a change",
    message(onHold, changed({ operation: "autoRenew" })),
    { _tag: "Renewed", name, expires_on: ends }
  ],
  ["the end of a name", message(onHold, changed({ operation: "autoPurge", state: "before" })), {
    _tag: "Purged",
    name
  }],
  [
    "the end of a name by an operator",
    message(onHold, changed({ operation: "delete", operationDetail: "purge", state: "before" })),
    { _tag: "Purged", name }
  ],
  [
    "a change by the registry, with its reason and grace periods",
    message(onHold, { ...changed({ reason: "URS 17" }), rgp: [{ status: "redemptionPeriod" }] }),
    { _tag: "ChangedByRegistry", name, statuses: ["serverHold", "redemptionPeriod"], reason: "URS 17" }
  ],
  [
    "how a name was before a change, which says nothing of now",
    message(onHold, changed({ state: "before" })),
    { _tag: "ChangedByRegistry", name, statuses: [], reason: "As the registry has it" }
  ],
  [
    "a domain without a word",
    message(onHold),
    { _tag: "ChangedByRegistry", name, statuses: ["serverHold"], reason: "As the registry has it" }
  ],
  [
    "a demand for verification",
    message(onHold, { other: [verification("pending")] }),
    {
      _tag: "VerificationRequired",
      name,
      handle: null,
      claims: ["name", "address"],
      deadlines: [{ type: "dedelegation", date: at("2026-12-07T10:00:00Z") }]
    }
  ],
  [
    "a demand for verification of a domain that is on hold",
    message(onHold, { other: [verification("serverHold")] }),
    {
      _tag: "VerificationRequired",
      name,
      handle: null,
      claims: ["name", "address"],
      deadlines: [{ type: "deletion", date: at("2026-12-07T10:00:00Z") }]
    }
  ],
  [
    "a domain without a demand for verification",
    message(onHold, { other: [verification("none")] }),
    { _tag: "ChangedByRegistry", name, statuses: ["serverHold"], reason: "As the registry has it" }
  ],
  [
    "a state of a verification that the schema does not have",
    message(onHold, { other: [verification("constructor")] }),
    { _tag: "ChangedByRegistry", name, statuses: ["serverHold"], reason: "As the registry has it" }
  ],
  [
    "a verification that is over",
    message(onHold, { other: [verification("verified")] }),
    { _tag: "VerificationDecided", name, handle: null, verified: true }
  ],
  [
    "a verification that failed",
    message(onHold, { other: [verification("failed")] }),
    { _tag: "VerificationDecided", name, handle: null, verified: false }
  ],
  [
    "an element of the registry's own that names a domain",
    message({ _tag: "UnknownData", element: tree("notice", { children: [tree("name", { text: name })] }) }),
    { _tag: "ChangedByRegistry", name, statuses: [], reason: "As the registry has it" }
  ],
  [
    "a transfer in the registry's own wrapping",
    message({ _tag: "UnknownData", element: tree("transferNotify", { children: [wrapped] }, iis) }),
    { _tag: "TransferChanged", name, status: "serverApproved", side: "losing", acts_on, expires_on: null }
  ],
  [
    "a deletion in the registry's own wrapping",
    message({
      _tag: "UnknownData",
      element: tree("deleteNotify", { children: [inDomain("delete", "", [inDomain("name", name)])] }, iis)
    }),
    { _tag: "ChangedByRegistry", name, statuses: [], reason: "As the registry has it" }
  ],
  [
    "an element of the registry's own that names none",
    message({ _tag: "UnknownData", element: tree("balance", { children: [tree("amount", { text: "1.00" })] }) }),
    { _tag: "Unknown" }
  ],
  ["words alone", message(), { _tag: "Unknown" }]
]

describe("messages of the queue", () => {
  it.effect.each(cases)("report %s", ([, response, payload]) =>
    Effect.gen(function*() {
      const found = yield* next(response)
      assert.deepStrictEqual(found.payload, payload)
      assert.deepStrictEqual([found.message_id, found.text], ["17", "As the registry has it"])
      assert.deepStrictEqual(found.queued_on, at("2026-11-22T10:00:00Z"))
    }))

  it.effect("are stored unchanged except for secrets", () =>
    Effect.gen(function*() {
      const secret = "Correct-Horse-1"
      const element = tree("surprise", { children: [tree("pw", { text: secret }), tree("note", { text: "a < b" })] })
      const { raw } = yield* next(message({ _tag: "UnknownData", element }))
      assert.include(raw ?? "", "<note>a &lt; b</note>")
      assert.include(raw ?? "", "As the registry has it")
      assert.notInclude(raw ?? "", secret)
      const own = yield* next(message(domainData({ authInfo: { password: secret } })))
      assert.include(own.raw ?? "", name)
      assert.notInclude(own.raw ?? "", secret)
    }))

  it.effect("are read from unhandled namespaces (RFC 9038)", () =>
    Effect.gen(function*() {
      // RFC 9038, section 3
      const document = writeServerMessage({
        ...message(),
        results: [{
          code: 1301,
          message: "Command completed successfully; ack to dequeue",
          values: [],
          reasons: [{ value: wrapped, reason: `${EppUri.domain} not in login services` }]
        }]
      })
      const response = Result.getOrThrow(readServerMessage(document))
      if (response._tag !== "Response") return assert.fail("a response")
      const { payload } = yield* next(response)
      assert.deepInclude(payload, { _tag: "TransferChanged", name, status: "serverApproved" })
    }))

  it.effect("are stored without content that cannot be interpreted, so that they do not block others", () =>
    Effect.gen(function*() {
      const unwritable = tree("note", { text: "\u0001" })
      const found = yield* next(message({ _tag: "UnknownData", element: unwritable }))
      assert.deepInclude(found, { message_id: "17", payload: { _tag: "Unknown" }, raw: null })
    }))

  it.effect("are none in an empty queue", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* scripted(() => answer(1300)).registry.nextMessage, Option.none())
    }))

  it.effect("fail if the response announces one and contains none", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(scripted(() => answer(1301)).registry.nextMessage)
      assert.strictEqual(error._tag, "RegistryTemporary")
    }))
})

describe("the object of a message", () => {
  const created = "2026-11-20T09:00:00Z"
  const purge = changed({ operation: "autoPurge", state: "before", date: "2026-11-22T09:59:00Z" })
  const objects: ReadonlyArray<readonly [what: string, response: EppResponse, object: MessageObject]> = [
    [
      "a change is identified by its id, its creation and the time of the change",
      message(domainData({ roid: "D7-TEST", createdOn: created }), purge),
      { roid: "D7-TEST", created_on: at(created), happened_on: at("2026-11-22T09:59:00Z") }
    ],
    [
      "a pending transfer is dated by its request",
      message(transfer({})),
      { ...nameOnly, happened_on: at("2026-11-22T10:00:00Z") }
    ],
    [
      "a transfer that has ended is dated by its end",
      message(transfer({ status: "serverApproved" })),
      { ...nameOnly, happened_on: acts_on }
    ],
    [
      "a transfer in the registry's own wrapping is dated in the same way",
      message({ _tag: "UnknownData", element: tree("transferNotify", { children: [wrapped] }, iis) }),
      { ...nameOnly, happened_on: acts_on }
    ],
    [
      "a decision is dated",
      message(pending("domain", true, "command_01")),
      { ...nameOnly, happened_on: at("2026-11-22T10:00:00Z") }
    ],
    ["words alone name nothing", message(), nameOnly]
  ]

  it.effect.each(objects)("%s", ([, response, object]) =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* next(response)).object, object)
    }))

  it.effect("has no queue time if the registry states none that is readable", () =>
    Effect.gen(function*() {
      for (const date of ["soon", "2026-13-01T00:00:00Z", undefined]) {
        const { queued_on } = yield* next({
          ...message(),
          queue: { count: 1, id: "17", ...(date === undefined ? {} : { date }) }
        })
        assert.isNull(queued_on)
      }
    }))
})

describe("acknowledgements", () => {
  it.effect("contain the message id, and succeed for a removed message", () =>
    Effect.gen(function*() {
      for (const code of [1000, 1300, 2303]) {
        const { registry, sent } = scripted(() => answer(code))
        yield* registry.acknowledgeMessage("17")
        assert.deepStrictEqual(sent.map(({ command }) => command), [{ _tag: "PollAcknowledgement", messageId: "17" }])
      }
    }))

  it.effect("are repeated later if their outcome is unknown", () =>
    Effect.gen(function*() {
      const { registry } = scripted(() => new EppAnswerLost({ clTRID: "x", text: "Reset" }))
      assert.strictEqual((yield* Effect.flip(registry.acknowledgeMessage("17")))._tag, "RegistryTemporary")
    }))
})
