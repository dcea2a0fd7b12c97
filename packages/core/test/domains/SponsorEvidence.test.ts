import { assert, describe, it } from "@effect/vitest"
import type { RegistryDomain, Sponsor } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { DateTime } from "effect"
import { type RegistrationOrder, sponsorOfNew, sponsorOfOwned } from "../../src/domains/registry/SponsorEvidence.ts"

const at = (text: string) => DateTime.makeUnsafe(text)

const order: RegistrationOrder = {
  created_on: at("2026-11-20T10:00:00Z"),
  auth_code: "Correct-Horse-1",
  handles: new Set(["N123456789012345"])
}

const seen = (changes: Partial<RegistryDomain> = {}): RegistryDomain => ({
  name: DomainName.make("example.com"),
  roid: "D1-TEST",
  sponsor: "unknown",
  sponsor_id: "REG-4711",
  statuses: ["ok"],
  contacts: [],
  nameservers: [],
  subordinate_hosts: [],
  dnssec: [],
  auth_code: null,
  created_on: at("2026-11-20T10:00:01Z"),
  expires_on: at("2027-11-20T10:00:01Z"),
  transferred_on: null,
  ...changes
})

const registrant = (handle: string) => [{ type: "registrant" as const, handle }]

describe("the sponsor of a name that an order may have registered", () => {
  const cases: ReadonlyArray<readonly [what: string, shown: Partial<RegistryDomain>, sponsor: Sponsor]> = [
    ["is the account under an id of the account", { sponsor: "account" }, "account"],
    ["is the account by a contact of the order", { contacts: registrant("N123456789012345") }, "account"],
    ["is the account by such a contact in another case", { contacts: registrant("n123456789012345") }, "account"],
    [
      "is the account by such a contact under another registrar's id",
      { sponsor: "other", contacts: registrant("N123456789012345") },
      "account"
    ],
    ["is the account by the auth code of the order", { auth_code: "Correct-Horse-1" }, "account"],
    ["is unknown with the contacts of others", { contacts: registrant("C-1") }, "unknown"],
    ["is unknown with another auth code", { auth_code: "Correct-Horse-2" }, "unknown"],
    ["is unknown under an unknown id", {}, "unknown"],
    ["is unknown where the date of creation is hidden, too", { created_on: null }, "unknown"],
    ["is unknown under another registrar's id since the order", { sponsor: "other" }, "unknown"],
    ["is another registrar where the date of creation is hidden", { sponsor: "other", created_on: null }, "other"],
    ["is another registrar of a name that is older", { created_on: at("2026-11-18T09:59:59Z") }, "other"],
    [
      "is another registrar of such a name with a contact of the order",
      { created_on: at("2026-11-18T09:59:59Z"), contacts: registrant("N123456789012345") },
      "other"
    ],
    ["is unknown where the registry writes the day alone", { created_on: at("2026-11-20T00:00:00Z") }, "unknown"],
    ["is unknown where it writes its own time zone", { created_on: at("2026-11-19T20:00:00Z") }, "unknown"]
  ]

  it.each(cases)("%s", (_, shown, sponsor) => {
    assert.strictEqual(sponsorOfNew(seen(shown), order), sponsor)
  })

  it("is not proven by an auth code that neither side has", () => {
    for (const auth_code of [null, ""]) {
      assert.strictEqual(sponsorOfNew(seen({ auth_code }), { ...order, auth_code }), "unknown")
    }
  })
})

describe("the sponsor of an owned domain", () => {
  const owned = { roid: "D1-TEST", transferred_on: null }
  const later = at("2026-12-01T00:00:00Z")

  it("is the registrar whose id is known", () => {
    for (const sponsor of ["account", "other"] as const) {
      assert.strictEqual(sponsorOfOwned(owned, seen({ sponsor })), sponsor)
    }
  })

  it("is the account under an unknown id, as long as the registry shows no later transfer", () => {
    assert.strictEqual(sponsorOfOwned(owned, seen()), "account")
    assert.strictEqual(sponsorOfOwned({ ...owned, transferred_on: later }, seen({ transferred_on: later })), "account")
    assert.strictEqual(sponsorOfOwned({ ...owned, transferred_on: later }, seen()), "account")
  })

  it("is another registrar after a later transfer", () => {
    assert.strictEqual(sponsorOfOwned(owned, seen({ transferred_on: later })), "other")
    assert.strictEqual(
      sponsorOfOwned({ ...owned, transferred_on: later }, seen({ transferred_on: at("2027-01-01T00:00:00Z") })),
      "other"
    )
  })

  it("is unknown for another object, and if the registry shows only a part", () => {
    assert.strictEqual(sponsorOfOwned(owned, seen({ roid: "D2-TEST" })), "unknown")
    assert.strictEqual(sponsorOfOwned(owned, seen({ created_on: null })), "unknown")
  })
})
