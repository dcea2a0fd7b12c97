import { assert, describe, it } from "@effect/vitest"
import { DnsName, type OwnershipAnswers, type OwnershipQuestion, ownershipVerdict } from "@namewright/core/dns"

const name = (text: string) => DnsName.DnsName.make(text)
const names = (...texts: ReadonlyArray<string>) => texts.map(name)

const question: OwnershipQuestion = {
  zone: name("example.com."),
  challenge: { name: name("_namewright-challenge.example.com."), value: "namewright-claim=a" },
  own_nameservers: names("aaa.ns1.platform.net.", "aaa.ns2.platform.net."),
  vanity_nameservers: names("ns1.brand.com."),
  common_nameservers: names("ns1.platform.net.", "ns2.platform.net."),
  addresses: []
}

const answers = (changes: Partial<OwnershipAnswers>): OwnershipAnswers => ({
  parent: name("com."),
  delegations: [],
  silent_parents: [],
  platform_nameservers: [],
  challenges: [],
  silent_children: [],
  ...changes
})

/** The same delegation from two nameservers of the parent zone. */
const delegatedTo = (...nameservers: ReadonlyArray<string>) =>
  names("a.nic.com.", "b.nic.com.").map((server) => ({ server, nameservers: names(...nameservers), is_referral: true }))

const silent = [{ server: name("c.nic.com."), reason: "did not answer" }]
const elsewhere = delegatedTo("ns1.hoster.net.", "ns2.hoster.net.")
const found = (server: string) => ({ server: name(server), values: ["other", "namewright-claim=a"] })
const absent = (server: string) => ({ server: name(server), values: ["namewright-claim=b"] })

const verdictOn = (changes: Partial<OwnershipAnswers>) => {
  const verdict = ownershipVerdict(question, answers(changes))
  return verdict._tag === "Proven"
    ? verdict.proof
    : verdict._tag === "Unknown"
    ? "unknown"
    : verdict.missing.map(({ code }) => code).join(" ")
}

describe("ownershipVerdict", () => {
  it("prefers a contradiction to silence", () => {
    assert.strictEqual(verdictOn({ silent_parents: silent }), "unknown")
    assert.strictEqual(
      verdictOn({
        delegations: delegatedTo("ns1.platform.net."),
        silent_parents: silent,
        platform_nameservers: names("ns1.platform.net.")
      }),
      "delegation_shared challenge_missing"
    )
    const missing = { delegations: elsewhere, challenges: [absent("ns1.hoster.net.")] }
    assert.strictEqual(
      verdictOn({ ...missing, silent_children: [{ server: name("ns2.hoster.net."), reason: "did not answer" }] }),
      "delegated_elsewhere challenge_missing"
    )
  })

  it("leaves a proof undecided while a nameserver is silent", () => {
    assert.strictEqual(verdictOn({ delegations: delegatedTo("aaa.ns1.platform.net.") }), "own_nameservers")
    assert.strictEqual(
      verdictOn({ delegations: delegatedTo("aaa.ns1.platform.net."), silent_parents: silent }),
      "unknown"
    )
    const partly = { delegations: elsewhere, challenges: [found("ns1.hoster.net.")] }
    assert.strictEqual(verdictOn(partly), "challenge")
    assert.strictEqual(verdictOn({ ...partly, silent_parents: silent }), "unknown")
    assert.strictEqual(
      verdictOn({ ...partly, silent_children: [{ server: name("ns2.hoster.net."), reason: "did not answer" }] }),
      "unknown"
    )
  })

  it("distinguishes the platform's nameservers from others", () => {
    const challenges = [absent("ns1.hoster.net.")]
    assert.strictEqual(verdictOn({ delegations: elsewhere, challenges }), "delegated_elsewhere challenge_missing")
    assert.strictEqual(
      verdictOn({ delegations: elsewhere, challenges, platform_nameservers: names("ns2.hoster.net.") }),
      "delegation_shared challenge_missing"
    )
  })

  it("lets a challenge prove a name that is delegated to another organization's names as well", () => {
    const delegations = delegatedTo("bbb.ns1.platform.net.", "ns1.hoster.net.")
    assert.strictEqual(verdictOn({ delegations }), "delegation_of_another challenge_missing")
    assert.strictEqual(verdictOn({ delegations, challenges: [found("ns1.hoster.net.")] }), "challenge")
  })

  it("accepts a name as a proof only from the zone above", () => {
    const own = delegatedTo("aaa.ns1.platform.net.", "ns1.hoster.net.")
    const ownWords = own.map((answer, index) => ({ ...answer, is_referral: index > 0 }))
    const platform_nameservers = names("aaa.ns1.platform.net.")
    assert.strictEqual(verdictOn({ delegations: own, platform_nameservers }), "own_nameservers")
    assert.strictEqual(
      verdictOn({ delegations: ownWords, platform_nameservers }),
      "delegation_shared challenge_missing"
    )
    assert.strictEqual(
      verdictOn({ delegations: ownWords, platform_nameservers, challenges: [found("ns1.hoster.net.")] }),
      "challenge"
    )
  })

  it("has a text of limited length for a delegation of any size", () => {
    const many = Array.from({ length: 500 }, (_, index) => `ns${index}.hoster.net.`)
    const verdict = ownershipVerdict(question, answers({ delegations: delegatedTo(...many) }))
    assert.isBelow(JSON.stringify(verdict).length, 1500)
  })
})
