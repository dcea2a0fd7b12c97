import { assert, describe, it } from "@effect/vitest"
import { newCommandId, type TransferDomain } from "@namewright/core/registry"
import { Instant, Period } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import type { DomainTransferData } from "../../src/message/ResponseData.ts"
import { eurid } from "../../src/profile/eurid.ts"
import { generic } from "../../src/profile/genericProfiles.ts"
import { internetstiftelsen } from "../../src/profile/internetstiftelsen.ts"
import { nominet } from "../../src/profile/nominet.ts"
import type { RegistryProfile } from "../../src/profile/RegistryProfile.ts"
import { writeTree } from "../../src/xml/writeXml.ts"
import { domainData, name, named, nameservers } from "./orders.ts"
import { answer, type Script, scripted } from "./ScriptedClient.ts"

const transfer = (changes: Partial<DomainTransferData> = {}): DomainTransferData => ({
  _tag: "DomainTransferData",
  name,
  status: "pending",
  requester: "us",
  requestedOn: "2026-11-22T10:00:00Z",
  actor: "them",
  actsOn: "2026-11-27T10:00:00Z",
  expiresOn: "2028-01-02T00:00:00Z",
  ...changes
})

const requesting = (changes: Partial<TransferDomain> = {}) =>
  Effect.map(newCommandId, (command_id): TransferDomain => ({
    command_id,
    name,
    auth_code: "Correct-Horse-1",
    period: Period.years(1),
    contacts: [],
    nameservers: [],
    attributes: {},
    fee: null,
    ...changes
  }))

const text = (instant: Instant.Instant | null) => instant === null ? null : Instant.format(instant)

describe("a transfer request", () => {
  it.effect("waits for the losing registrar", () =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(() => answer(1001, { data: transfer() }))
      const answered = yield* registry.requestTransfer(yield* requesting())
      assert.deepStrictEqual([answered.completed, answered.status], [false, "pending"])
      assert.deepStrictEqual([text(answered.acts_on), text(answered.expires_on)], [
        "2026-11-27T10:00:00Z",
        "2028-01-02T00:00:00Z"
      ])
      assert.deepStrictEqual<EppCommand | undefined>(sent[0]?.command, {
        _tag: "DomainTransfer",
        operation: "request",
        name,
        period: { value: 1, unit: "y" },
        authInfo: { password: "Correct-Horse-1" },
        extension: { other: [] }
      })
    }))

  it.effect("is complete at once if the registry requires no approval, with or without a status", () =>
    Effect.gen(function*() {
      const silent = scripted(() => answer(1000)).registry
      assert.deepInclude(yield* silent.requestTransfer(yield* requesting()), {
        completed: true,
        status: "serverApproved"
      })
      const telling = scripted(() => answer(1000, { data: transfer({ status: "clientApproved" }) })).registry
      assert.deepInclude(yield* telling.requestTransfer(yield* requesting()), {
        completed: true,
        status: "clientApproved"
      })
    }))

  it.effect("contains no period if the registry allows none, and no code if there is none", () =>
    Effect.gen(function*() {
      const profile = { ...generic, transfer: { ...generic.transfer, period: "omitted" as const } }
      const { registry, sent } = scripted(() => answer(1001), { profile })
      yield* registry.requestTransfer(yield* requesting({ auth_code: null }))
      const command = sent[0]?.command
      assert.isFalse(command !== undefined && ("period" in command || "authInfo" in command))
    }))
})

describe("the newest transfer", () => {
  it.effect.each([["us", "gaining"], ["them", "losing"]] as const)(
    "is seen by both sides: %s",
    ([requester, side]) =>
      Effect.gen(function*() {
        const actor = requester === "us" ? "them" : "us"
        const { registry } = scripted(() => answer(1000, { data: transfer({ requester, actor }) }))
        const seen = Option.getOrThrow(yield* registry.queryTransfer(name))
        assert.deepStrictEqual([seen.side, seen.status, text(seen.requested_on)], [
          side,
          "pending",
          "2026-11-22T10:00:00Z"
        ])
      })
  )

  it.effect.each([2301, 2303])("is none without any transfer: %i", (code) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* scripted(() => answer(code)).registry.queryTransfer(name), Option.none())
    }))

  it.effect("is an error if the response is malformed", () =>
    Effect.gen(function*() {
      for (const data of [transfer({ requestedOn: "yesterday" }), transfer({ status: "strange" }), domainData()]) {
        const { registry } = scripted(() => answer(1000, { data }))
        assert.strictEqual((yield* Effect.flip(registry.queryTransfer(name)))._tag, "RegistryTemporary")
      }
    }))
})

describe("a name that only its registrar can release", () => {
  const script: Script = () => answer(1000, { data: domainData({ sponsor: "them" }) })

  it.effect("is awaited, and nothing is sent", () =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(script, { profile: nominet })
      const answered = yield* registry.requestTransfer(yield* requesting({ auth_code: null }))
      assert.deepStrictEqual([answered.completed, answered.status, sent.length], [false, "pending", 0])
      assert.deepInclude(Option.getOrThrow(yield* registry.queryTransfer(name)), {
        status: "pending",
        side: "gaining"
      })
    }))

  it.effect("is no longer awaited when it is in the account, or does not exist", () =>
    Effect.gen(function*() {
      for (const seen of [answer(1000, { data: domainData() }), answer(2303)]) {
        const { registry } = scripted(() => seen, { profile: nominet })
        assert.deepStrictEqual(yield* registry.queryTransfer(name), Option.none())
      }
    }))
})

describe("a transfer with an extension", () => {
  it.effect.each<[string, RegistryProfile, string]>([
    [
      "nameservers",
      internetstiftelsen,
      "<transfer xmlns=\"urn:se:iis:xml:epp:iis-1.2\"><ns><hostObj>ns1.example.net</hostObj>"
      + "<hostObj>ns2.example.net</hostObj></ns></transfer>"
    ],
    [
      "contacts",
      eurid,
      "<transfer xmlns=\"http://www.eurid.eu/xml/epp/domain-ext-2.6\"><request><registrant>r1</registrant>"
      + "<contact type=\"tech\">t1</contact></request></transfer>"
    ]
  ])("brings %s along", ([, profile, expected]) =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(() => answer(1000), { profile })
      yield* registry.requestTransfer(
        yield* requesting({
          contacts: [{ type: "registrant", handle: "r1" }, { type: "tech", handle: "t1" }, {
            type: "tech",
            handle: "t2"
          }],
          nameservers: nameservers("ns1.example.net", "ns2.example.net")
        })
      )
      const command = sent[0]?.command
      const other = command?._tag === "DomainTransfer" ? command.extension?.other ?? [] : []
      assert.strictEqual(other.map((element) => writeTree(element)).join(""), expected)
    }))
})

describe("decisions on a transfer", () => {
  it.effect("are the operations of the command", () =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(() => answer(1000))
      for (const decide of [registry.approveTransfer, registry.rejectTransfer, registry.cancelTransfer]) {
        assert.deepStrictEqual(yield* decide(yield* named), { completed: true })
      }
      assert.deepStrictEqual(sent.map(({ command }) => "operation" in command && command.operation), [
        "approve",
        "reject",
        "cancel"
      ])
    }))

  it.effect("are refused at a registry without decisions of the losing registrar", () =>
    Effect.gen(function*() {
      const profile = { ...generic, transfer: { ...generic.transfer, decisions: false } }
      const { registry } = scripted(() => answer(1000), { profile })
      assert.deepInclude(yield* Effect.flip(Effect.flatMap(named, registry.approveTransfer)), { reason: "unsupported" })
      assert.isFalse(registry.capabilities.transfer_decisions)
      yield* registry.cancelTransfer(yield* named)
    }))
})
