import { assert, layer } from "@effect/vitest"
import { type ClaimedName, DnsName, generatedNameservers, OwnershipProof } from "@namewright/core/dns"
import { DomainUpdates } from "@namewright/core/domains"
import { standardSettings } from "@namewright/core/shared"
import { Effect } from "effect"
import { type Customer, customer, onSqlite, register, updateOf } from "../../domains/DomainsPlatform.ts"

const pairOf = ({ organization_id }: Customer) =>
  generatedNameservers(organization_id, standardSettings.dns.nameservers)

const found = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const proof = yield* OwnershipProof
  const claim: ClaimedName = {
    zone_name: DnsName.DnsName.make(`${name}.`),
    organization_id: owner.organization_id,
    token: "0123456789abcdef0123456789abcdef01234567",
    vanity_nameservers: [],
    own_nameservers: pairOf(owner)
  }
  const finding = yield* proof.check(claim)
  return finding._tag === "Proven"
    ? finding.proof
    : finding._tag === "Unproven"
    ? finding.missing.map(({ code }) => code).join(" ")
    : "unknown"
})

const delegatedTo = (names: ReadonlyArray<string>) => ({
  nameservers: names.map((name) => ({ hostname: name.replace(/\.$/, "") }))
})

layer(onSqlite)("The public DNS of a sandbox", (it) => {
  it.effect("knows the delegations of the account's domains, and which of them are published", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const updates = yield* DomainUpdates
      const { domain_id } = yield* register(owner, "hosted-own.com", delegatedTo(pairOf(owner)))
      assert.strictEqual(yield* found(owner, "hosted-own.com"), "own_nameservers")
      assert.strictEqual(yield* found(owner, "below.hosted-own.com"), "not_delegated")
      yield* owner.act(updates.update(domain_id, updateOf({ statuses: ["clientHold"] })))
      assert.strictEqual(yield* found(owner, "hosted-own.com"), "not_delegated")

      yield* register(owner, "hosted-common.com", delegatedTo(standardSettings.dns.nameservers))
      assert.strictEqual(yield* found(owner, "hosted-common.com"), "delegation_shared challenge_missing")
    }))

  it.effect("has every other name elsewhere, except for magic labels", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const expected = {
        "other.com": "delegated_elsewhere challenge_missing",
        "below.other.com": "not_delegated",
        "delegated-other.com": "own_nameservers",
        "challenged-other.com": "challenge",
        "below.challenged-other.com": "challenge",
        "shared-other.com": "delegation_shared challenge_missing",
        "disputed-other.com": "delegation_disputed",
        "silent-other.com": "unknown",
        "challenged-other.unknown-tld": "challenge"
      }
      for (const [name, outcome] of Object.entries(expected)) {
        assert.strictEqual(yield* found(owner, name), outcome, name)
      }
    }))
})
