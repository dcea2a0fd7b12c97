import { assert, describe, it } from "@effect/vitest"
import { DomainName, Period } from "@namewright/core/shared"
import {
  registrationIssues,
  renewalTermIssues,
  type RequestedRegistration,
  type RequestedTransfer,
  type RequestedUpdate,
  TldCatalog,
  transferIssues,
  updateIssues
} from "@namewright/core/tlds"
import { DateTime, Effect, Option, Schema } from "effect"
import { holder, pointers, specOf } from "./holders.ts"

const none: ReadonlySet<string> = new Set()
const nameInTld = (name: string) =>
  Effect.map(TldCatalog, ({ split }) => split(DomainName.make(name))).pipe(
    Effect.map(Option.getOrThrow),
    Effect.provide(TldCatalog.layer)
  )

const registration = (name: string, differences: Partial<RequestedRegistration> = {}): RequestedRegistration => ({
  name,
  period: Period.years(1),
  holders: [holder("registrant"), holder("admin"), holder("tech"), holder("billing")],
  nameservers: [],
  missing_hosts: none,
  auth_code: null,
  attributes: {},
  cadence: "yearly",
  ...differences
})

const registering = (name: string, differences: Partial<RequestedRegistration> = {}) =>
  Effect.map(nameInTld(name), (found) => pointers(registrationIssues(found, registration(name, differences))))

const servers = (count: number) => Array.from({ length: count }, (_, index) => server(`ns${index}.other.net`))
const server = (hostname: string, ...ip_addresses: ReadonlyArray<string>) => ({ hostname, ip_addresses })

describe("registrationIssues", () => {
  it.effect("finds no problem in requests that every TLD allows", () =>
    Effect.gen(function*() {
      for (const name of ["example.com", "example.de", "example.eu", "example.co.uk", "example.ch", "example.xyz"]) {
        assert.deepStrictEqual(yield* registering(name), [], name)
      }
    }))

  it.effect("finds everything at once", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* registering("ab.it", {
          period: Period.years(2),
          holders: [],
          nameservers: [server("ns1.ab.it")],
          auth_code: "short",
          attributes: {},
          cadence: "monthly"
        }),
        [
          "attributes.auto_renew_period",
          "attributes.nic_it_compliance_confirmation",
          "auth_code",
          "contacts.admin",
          "contacts.registrant",
          "contacts.tech",
          "name",
          "nameservers",
          "nameservers[0].ip_addresses",
          "period"
        ]
      )
    }))

  it.effect("requires a term that is sold", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* registering("example.com", { period: Period.months(24) }), [])
      assert.deepStrictEqual(yield* registering("example.com", { period: Period.months(1) }), ["period"])
      assert.deepStrictEqual(yield* registering("example.com", { period: { unit: "d", value: 365 } }), ["period"])
      assert.deepStrictEqual(yield* registering("example.com", { period: Period.years(11) }), ["period"])
      assert.deepStrictEqual(yield* registering("example.ai", { period: Period.years(1) }), ["period"])
      assert.deepStrictEqual(yield* registering("example.co", { period: Period.years(6) }), ["period"])
    }))

  it.effect("requires labels of the TLD's length, in ASCII without IDN support", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* registering("a.com"), [])
      assert.deepStrictEqual(yield* registering("a.org"), ["name"])
      assert.deepStrictEqual(yield* registering("abc.ws"), ["name"])
      assert.deepStrictEqual(yield* registering("xn--mnchen-3ya.de"), [])
      assert.deepStrictEqual(yield* registering("xn--mnchen-3ya.io"), ["name"])
    }))

  it.effect("requires host objects where nameservers are objects", () =>
    Effect.gen(function*() {
      const nameservers = [server("ns1.example.com"), server("ns2.other.net", "192.0.2.1"), server("ns3.example.com")]
      assert.deepStrictEqual(yield* registering("example.com", { nameservers }), [])
      assert.deepStrictEqual(
        yield* registering("example.com", { nameservers, missing_hosts: new Set(["ns3.example.com"]) }),
        ["nameservers[2]"]
      )
    }))

  it.effect("requires addresses below the name itself where nameservers are attributes", () =>
    Effect.gen(function*() {
      const nameservers = [server("ns1.example.de"), server("ns2.example.de", "192.0.2.1"), server("ns.other.de")]
      assert.deepStrictEqual(yield* registering("example.de", { nameservers }), ["nameservers[0].ip_addresses"])
      assert.deepStrictEqual(
        yield* registering("example.de", {
          nameservers: nameservers.slice(1),
          missing_hosts: new Set(["ns.other.de"])
        }),
        []
      )
    }))

  it.effect("counts nameservers", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* registering("example.at", { nameservers: servers(1) }), ["nameservers"])
      assert.deepStrictEqual(yield* registering("example.at", { nameservers: servers(2) }), [])
      assert.deepStrictEqual(yield* registering("example.at", { nameservers: servers(9) }), ["nameservers"])
    }))

  it.effect("requires auth codes in the TLD's format, and none if the registry generates them", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* registering("example.com", { auth_code: "Secret-123" }), [])
      assert.deepStrictEqual(yield* registering("example.com", { auth_code: "seven77" }), ["auth_code"])
      assert.deepStrictEqual(yield* registering("example.com", { auth_code: "x".repeat(33) }), ["auth_code"])
      assert.deepStrictEqual(yield* registering("example.de", { auth_code: "Ab2+Cd3/" }), [])
      assert.deepStrictEqual(yield* registering("example.de", { auth_code: "Il1O0Abc" }), ["auth_code"])
      assert.deepStrictEqual(yield* registering("example.eu", { auth_code: "Secret-123" }), ["auth_code"])
      assert.deepStrictEqual(yield* registering("example.uk", { auth_code: "Secret-123" }), ["auth_code"])
    }))

  it.effect("refuses contacts for requests", () =>
    Effect.gen(function*() {
      const attributes = { de_abuse_contact: "contact_01hzzzzzzzzzzzzzzzzzzzzzzz" }
      for (const name of ["example.de", "example.com"]) {
        assert.deepStrictEqual(yield* registering(name, { attributes }), ["attributes.de_abuse_contact"])
      }
    }))

  it.effect("requires the confirmations of the TLD, and no others", () =>
    Effect.gen(function*() {
      const confirmed = { music_registrant_attestation: "YES" }
      assert.deepStrictEqual(yield* registering("example.music", { attributes: confirmed }), [])
      assert.deepStrictEqual(yield* registering("example.music"), ["attributes.music_registrant_attestation"])
      assert.deepStrictEqual(yield* registering("example.com", { attributes: confirmed }), [
        "attributes.music_registrant_attestation"
      ])
    }))
})

const transferring = (name: string, differences: Partial<RequestedTransfer> = {}) =>
  Effect.map(nameInTld(name), (found) =>
    pointers(
      transferIssues(found, { ...registration(name), period: null, nameservers: null, ...differences })
    ))

describe("transferIssues", () => {
  it.effect("needs no term, and accepts only the one that the TLD adds", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* transferring("example.com"), [])
      assert.deepStrictEqual(yield* transferring("example.com", { period: Period.years(1) }), [])
      assert.deepStrictEqual(yield* transferring("example.com", { period: Period.years(2) }), ["period"])
      assert.deepStrictEqual(yield* transferring("example.ai", { period: Period.years(1) }), ["period"])
    }))

  it.effect("needs no contacts where the registry keeps its own", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* transferring("example.lv", { holders: [] }), [])
      assert.deepStrictEqual(yield* transferring("example.co.uk", { holders: [] }), [])
      assert.deepStrictEqual(yield* transferring("example.com", { holders: [] }), [
        "contacts.admin",
        "contacts.registrant",
        "contacts.tech"
      ])
    }))

  it.effect("checks the format of a code in any case", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* transferring("example.eu", { auth_code: "Secret-123" }), [])
      assert.deepStrictEqual(yield* transferring("example.eu", { auth_code: "short" }), ["auth_code"])
      assert.deepStrictEqual(yield* transferring("example.uk", { auth_code: "x" }), [])
    }))

  it.effect("requires confirmations of transfers only", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* transferring("example.music"), [])
      const italian = yield* transferring("example.it", { attributes: { nic_it_compliance_confirmation: "1" } })
      assert.notInclude(italian, "attributes.nic_it_compliance_confirmation")
      assert.include(yield* transferring("example.it"), "attributes.nic_it_compliance_confirmation")
    }))

  it.effect("leaves nameservers alone that are not named", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* transferring("example.at", { nameservers: null }), [])
      assert.deepStrictEqual(yield* transferring("example.at", { nameservers: [] }), ["nameservers"])
    }))
})

describe("updateIssues", () => {
  const nothing: RequestedUpdate = {
    name: "example.com",
    contacts: null,
    registrant_changes: false,
    nameservers: null,
    auth_code: null,
    added_statuses: [],
    attributes: {},
    missing_hosts: none
  }
  const updating = (tld: string, differences: Partial<RequestedUpdate>) =>
    Effect.map(specOf(tld), (spec) => pointers(updateIssues(spec, tld, { ...nothing, ...differences })))

  it.effect("finds nothing in an update of nothing", () =>
    Effect.gen(function*() {
      for (const tld of ["com", "it", "de", "no", "music"]) assert.deepStrictEqual(yield* updating(tld, {}), [], tld)
    }))

  it.effect("refuses another registrant if it changes by a trade", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* updating("be", { registrant_changes: true }), ["contacts.registrant"])
      assert.deepStrictEqual(yield* updating("com", { registrant_changes: true }), [])
    }))

  it.effect("looks at the roles that are named, and at all where the registrant is", () =>
    Effect.gen(function*() {
      const holders = [
        holder("registrant", { country: "LV", org: null }, { NIC_LV_REG_NR: "1234" }),
        holder("admin", { contact_id: "contact_2", org: null })
      ]
      assert.deepStrictEqual(yield* updating("lv", { contacts: { holders, roles: ["registrant"] } }), [
        "contacts.admin[0]"
      ])
      assert.deepStrictEqual(yield* updating("lv", { contacts: { holders, roles: ["admin"] } }), ["contacts.admin[0]"])
      assert.deepStrictEqual(yield* updating("lv", { contacts: { holders, roles: [] } }), [])
    }))

  it.effect("refuses statuses that the registry does not support", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* updating("com", { added_statuses: ["clientHold", "clientTransferProhibited"] }), [])
      assert.deepStrictEqual(yield* updating("de", { added_statuses: ["clientHold"] }), ["statuses"])
      assert.deepStrictEqual(yield* updating("at", { added_statuses: ["clientTransferProhibited"] }), ["statuses"])
    }))

  it.effect("refuses an auth code if the registry generates it, and months if there are none", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* updating("se", { auth_code: "Secret-123", attributes: { auto_renew_period: "monthly" } }),
        ["attributes.auto_renew_period", "auth_code"]
      )
    }))
})

describe("renewalTermIssues", () => {
  const now = DateTime.makeUnsafe("2025-06-01T00:00:00Z")
  const renewing = (tld: string, expiresOn: string | null, period: Period.Period) =>
    Effect.map(specOf(tld), (spec) =>
      pointers(
        renewalTermIssues(spec, expiresOn === null ? null : DateTime.makeUnsafe(`${expiresOn}T00:00:00Z`), period, now)
      ))

  it.effect("keeps the expiry within ten years, or the longest term that is sold", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* renewing("com", "2026-06-01", Period.years(9)), [])
      assert.deepStrictEqual(yield* renewing("com", "2026-06-02", Period.years(9)), ["period"])
      assert.deepStrictEqual(yield* renewing("co", "2026-06-01", Period.years(4)), [])
      assert.deepStrictEqual(yield* renewing("co", "2026-06-01", Period.years(5)), ["period"])
      assert.deepStrictEqual(yield* renewing("no", "2026-05-31", Period.years(1)), [])
      assert.deepStrictEqual(yield* renewing("com", null, Period.years(10)), [])
    }))

  it.effect("refuses terms that are not sold, and TLDs that renew by themselves", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* renewing("com", "2026-06-01", Period.months(1)), ["period"])
      assert.deepStrictEqual(yield* renewing("de", "2026-06-01", Period.years(1)), ["period"])
    }))

  it.prop(
    "never lets a name of .com expire more than ten years from now",
    [
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3650 })),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 }))
    ],
    ([daysLeft, years]) => {
      const spec = Effect.runSync(specOf("com"))
      const expiresOn = DateTime.add(now, { days: daysLeft })
      const isAllowed = renewalTermIssues(spec, expiresOn, Period.years(years), now).length === 0
      const furthest = DateTime.add(now, { years: 10 })
      assert.strictEqual(isAllowed, !DateTime.isGreaterThan(Period.addTo(expiresOn, Period.years(years)), furthest))
    }
  )
})
