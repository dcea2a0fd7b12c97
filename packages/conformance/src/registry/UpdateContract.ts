import type { ClientStatus, DnssecData } from "@namewright/core/registry"
import { Effect } from "effect"
import * as assert from "../drivers/assert.ts"
import {
  hasStatus,
  hostname,
  info,
  lacksStatus,
  nameservers,
  newContact,
  newName,
  refused,
  register,
  remove,
  renew,
  requestTransfer,
  update
} from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

const statuses: ReadonlyArray<ClientStatus> = [
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "clientDeleteProhibited",
  "clientRenewProhibited",
  "clientHold"
]

/** Updates of domains by their sponsor. */
export const updateContract = (it: RegistryTest) => {
  statusUpdates(it)
  partUpdates(it)
  dnssecUpdates(it)
}

const statusUpdates = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "updateDomain", "statuses")
  it.each(statuses)("sets and removes %s", (status) =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const { name } = yield* register(generic, { nameservers: nameservers("ns1.example.net", "ns2.example.net") })
      yield* update(generic, name, { add: { statuses: [status] } })
      const locked = yield* info(generic, name)
      hasStatus(locked, status)
      lacksStatus(locked, "ok")
      yield* update(generic, name, { remove: { statuses: [status] } })
      const free = yield* info(generic, name)
      lacksStatus(free, status)
      hasStatus(free, "ok")
    }))

  it.effect("refuses to set a status that is set, and to remove one that is not", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const { name } = yield* register(generic)
      yield* refused(update(generic, name, { remove: { statuses: ["clientHold"] } }), "policy", "objectMissing")
      yield* update(generic, name, { add: { statuses: ["clientHold"] } })
      yield* refused(update(generic, name, { add: { statuses: ["clientHold"] } }), "policy", "objectExists")
      yield* refused(
        update(generic, name, { add: { statuses: ["clientHold"] }, remove: { statuses: ["clientHold"] } }),
        "policy",
        "parameter"
      )
    }))

  it.needs("renewDomain", "deleteDomain", "requestTransfer", "rival", "authCodes").effect(
    "refuses commands that the statuses prohibit",
    () =>
      Effect.gen(function*() {
        const { ours: { generic }, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        yield* update(generic, name, { add: { statuses } })
        yield* refused(renew(generic, name), "statusProhibits")
        yield* refused(remove(generic, name), "statusProhibits")
        yield* refused(requestTransfer(theirs.generic, name), "statusProhibits")
        yield* refused(update(generic, name, { change: { auth_code: "Another-Horse-2" } }), "statusProhibits")
        yield* refused(update(generic, name, { remove: { statuses: ["clientHold"] } }), "statusProhibits")
      })
  )

  it.needs("authCodes").effect(
    "accepts other changes together with the removal of clientUpdateProhibited",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        yield* update(generic, name, { add: { statuses: ["clientUpdateProhibited"] } })
        yield* update(generic, name, {
          remove: { statuses: ["clientUpdateProhibited"] },
          change: { auth_code: "Another-Horse-2" }
        })
        assert.strictEqual((yield* info(generic, name)).auth_code, "Another-Horse-2")
      })
  )
}

const partUpdates = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "updateDomain")
  it.needs("rival", "authCodes").effect(
    "refuses changes of another registrar's domain, and of a missing one",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(ours.generic)
        yield* refused(update(theirs.generic, name, { change: { auth_code: "Another-Horse-2" } }), "notSponsor")
        yield* refused(
          update(ours.generic, yield* newName("generic"), { change: { auth_code: "Another-Horse-2" } }),
          "objectMissing"
        )
      })
  )

  it.effect("changes nameservers, and refuses to change those of a missing domain", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const { name } = yield* register(generic)
      const add = { nameservers: nameservers("ns7.example.net", "ns8.example.net") }
      yield* update(generic, name, { add })
      assert.includeMembers((yield* info(generic, name)).nameservers.map((server) => server.hostname), [
        hostname("ns7.example.net"),
        hostname("ns8.example.net")
      ])
      yield* refused(update(generic, yield* newName("generic"), { add }), "objectMissing")
    }))

  it.needs("requestTransfer", "rival", "authCodes", "pendingTransfers").effect(
    "refuses changes of a domain with a pending transfer",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(ours.generic)
        yield* requestTransfer(theirs.generic, name)
        yield* refused(update(ours.generic, name, { change: { auth_code: "Another-Horse-2" } }), "statusProhibits")
      })
  )

  it.needs("requestTransfer", "rival", "authCodes").effect(
    "removes the auth code for an empty one, and then refuses transfers",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(ours.generic)
        yield* update(ours.generic, name, { change: { auth_code: "" } })
        assert.isNull((yield* info(ours.generic, name)).auth_code)
        for (const auth_code of ["Correct-Horse-1", "", null]) {
          const attempt = requestTransfer(theirs.generic, name, { auth_code })
          yield* refused(attempt, "invalidAuthCode", "notSponsor", "parameter")
        }
        yield* refused(update(ours.generic, name, { change: { auth_code: "weak" } }), "policy", "parameter")
      })
  )

  it.needs("contractTlds").effect("refuses an update that changes nothing", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const { name } = yield* register(generic)
      yield* refused(update(generic, name, {}), "parameter", "policy")
    }))

  it.needs("nameserverChecks").effect(
    "adds and removes nameservers, and refuses to repeat either",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic, { nameservers: nameservers("ns1.example.net", "ns2.example.net") })
        const there = { add: { nameservers: nameservers("ns1.example.net") } }
        yield* refused(update(generic, name, there), "policy", "objectExists")
        const absent = { remove: { nameservers: nameservers("ns9.example.net") } }
        yield* refused(update(generic, name, absent), "policy", "objectMissing")
        yield* update(generic, name, {
          add: { nameservers: nameservers("ns3.example.net") },
          remove: { nameservers: nameservers("ns1.example.net") }
        })
        assert.sameMembers((yield* info(generic, name)).nameservers.map((server) => server.hostname), [
          hostname("ns2.example.net"),
          hostname("ns3.example.net")
        ])
      })
  )

  it.needs("createContact", "contactRoles").effect(
    "replaces contacts by additions and removals, and the registrant by a change",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { contacts, name } = yield* register(generic)
        const handle = yield* newContact(generic)
        const before = contacts.find(({ type }) => type === "tech")?.handle ?? ""
        yield* refused(
          update(generic, name, { remove: { contacts: [{ type: "tech", handle: before }] } }),
          "parameter",
          "policy"
        )
        yield* update(generic, name, {
          add: { contacts: [{ type: "tech", handle }] },
          remove: { contacts: [{ type: "tech", handle: before }] },
          change: { registrant: handle }
        })
        const after = (yield* info(generic, name)).contacts
        assert.deepStrictEqual(
          after.filter((contact) => contact.handle === handle).map(({ type }) => type).toSorted(),
          [
            "registrant",
            "tech"
          ]
        )
        assert.strictEqual(after.length, 3)
        yield* refused(update(generic, name, { change: { registrant: "c-nobody" } }), "objectMissing")
      })
  )

  it.needs("contractTlds").effect(
    "does not change the registrant if that is a trade, nor a code that the registry makes",
    () =>
      Effect.gen(function*() {
        const { ours: { country } } = yield* RegistryUnderTest
        const { name } = yield* register(country, { name: yield* newName("country") })
        const handle = yield* newContact(country)
        yield* refused(update(country, name, { change: { registrant: handle } }), "policy", "unsupported")
        yield* refused(update(country, name, { change: { auth_code: "Another-Horse-2" } }), "policy", "unsupported")
      })
  )
}

const ds = (key_tag: number, changes: Partial<DnssecData> = {}) =>
  ({
    record_type: "ds_data",
    key_tag,
    algorithm: 13,
    digest_type: 2,
    digest: "AB".repeat(32),
    ...changes
  }) as DnssecData
const key = (flags: number): DnssecData => ({
  record_type: "key_data",
  flags,
  protocol: 3,
  algorithm: 13,
  public_key: "oJMRESz5E4gYzS/q6XDrvU1qMPYIjCWzJaOau8XNEZeqCYKD5ar0IRd8KqXXFJkqmVfRvMGPmM1x8fGAa2XhSA=="
})

const dnssecUpdates = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "updateDomain")
  it.needs("dsRecords").effect("adds, replaces and removes DNSSEC data", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const { name } = yield* register(generic)
      yield* update(generic, name, { add: { dnssec: [ds(1), ds(2)] } })
      yield* update(generic, name, { add: { dnssec: [ds(3)] }, remove: { dnssec: [ds(1)] } })
      assert.sameMembers([...(yield* info(generic, name)).dnssec], [ds(2), ds(3)])
      yield* refused(update(generic, name, { remove: { dnssec: [ds(1)] } }), "policy", "objectMissing")
      yield* update(generic, name, { remove: { dnssec: [ds(2), ds(3)] } })
      assert.deepStrictEqual((yield* info(generic, name)).dnssec, [])
    }))

  it.needs(
    "checkDomains",
    "renewDomain",
    "deleteDomain",
    "restoreDomain",
    "requestTransfer",
    "queryTransfer",
    "cancelTransfer",
    "approveTransfer",
    "rejectTransfer",
    "requestAuthCode",
    "releaseDomain",
    "infoContact",
    "deleteContact",
    "infoHost",
    "createHost",
    "updateHost",
    "deleteHost",
    "nextMessage",
    "acknowledgeMessage",
    "rival",
    "clock",
    "contactChecks",
    "contactRoles",
    "gracePeriods",
    "hostAttributes",
    "contractTlds",
    "statuses",
    "authCodes",
    "pendingTransfers",
    "dsRecords",
    "simulatedNames",
    "redemption"
  ).each<readonly [string, ReadonlyArray<DnssecData>]>([
    ["an algorithm that is not in use", [ds(1, { algorithm: 0 })]],
    ["a digest of the wrong length", [ds(1, { digest: "AB" })]],
    ["a digest that is not hexadecimal", [ds(1, { digest: "ZZ".repeat(32) })]],
    ["a digest type that is not in use", [ds(1, { digest_type: 9 })]],
    ["a key tag out of range", [ds(70_000)]],
    ["nine records", Array.from({ length: 9 }, (_, index) => ds(index))],
    ["keys if the registry takes digests", [key(257)]]
  ])("refuses %s", ([, data]) =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const { name } = yield* register(generic)
      yield* refused(update(generic, name, { add: { dnssec: data } }), "parameter", "policy", "unsupported")
      assert.deepStrictEqual((yield* info(generic, name)).dnssec, [])
    }))

  it.needs("keyRecords").effect("accepts keys if the registry requires keys", () =>
    Effect.gen(function*() {
      const { ours: { country } } = yield* RegistryUnderTest
      const { name } = yield* register(country, { name: yield* newName("country") })
      yield* update(country, name, { add: { dnssec: [key(257)] } })
      assert.deepStrictEqual((yield* info(country, name)).dnssec, [key(257)])
      yield* refused(update(country, name, { add: { dnssec: [ds(1)] } }), "policy", "unsupported")
      yield* refused(update(country, name, { add: { dnssec: [key(0)] } }), "parameter", "policy")
    }))

  it.needs("clock", "simulatedNames", "dsRecords").effect(
    "refuses DNSSEC data of some names for a while",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic, { name: yield* newName("generic", "defer") })
        const attempt = update(generic, name, { add: { dnssec: [ds(1)] } })
        assert.strictEqual((yield* Effect.flip(attempt))._tag, "RegistryTemporary")
        yield* advance("1 minute")
        assert.strictEqual((yield* Effect.flip(attempt))._tag, "RegistryTemporary")
        yield* advance("10 minutes")
        yield* attempt
        assert.deepStrictEqual((yield* info(generic, name)).dnssec, [ds(1)])
      })
  )
}
