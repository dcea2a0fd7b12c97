import { assert, it } from "@effect/vitest"
import {
  CertificateAuthorities,
  type CertificateAuthority,
  type CertificateErrorCode,
  ChallengeStore
} from "@namewright/core/certificates"
import { defineNameserver } from "@namewright/core/dns"
import { OrganizationId } from "@namewright/core/shared"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { Effect, Layer, Option } from "effect"
import { afterAll, afterEach, beforeAll, describe } from "vitest"
import { certificateName, ensure, release, releaseAll, responseTo, served, stored } from "./ensuredCertificates.ts"
import { dnsChallenge, httpChallenge, refused, type ScriptedAuthority, scriptedAuthority } from "./ScriptedAuthority.ts"

const names = ["*.shop.example", "shop.example"] as const
const tokens = ["token-of-the-wildcard", "token-of-the-host"] as const

/** An authority with challenges for a wildcard and its host, of which the host has one of each type. */
const challenging = (looks = 3): ScriptedAuthority => {
  const one = scriptedAuthority("one")
  const challenges = [
    dnsChallenge(names[0], tokens[0]),
    dnsChallenge(names[1], tokens[1]),
    httpChallenge(names[1], "http-token")
  ]
  for (let look = 0; look < looks; look++) {
    one.statuses.push("pending")
    one.challenges.push(challenges)
  }
  return one
}

const confirmsOf = ({ calls }: ScriptedAuthority) => calls.filter((call) => call.startsWith("confirm"))
const ordersOf = ({ calls }: ScriptedAuthority) => calls.filter((call) => call.startsWith("order"))

describe("A name that is proven over DNS", () => {
  /** Serves everything, or fails. */
  const nameserver = { fails: false }
  const all: Array<CertificateAuthority> = []
  let platform: TestPlatform
  let owner: OrganizationId
  const use = (...scripted: ReadonlyArray<ScriptedAuthority>) =>
    void all.splice(0, all.length, ...scripted.map(({ authority }) => authority))

  beforeAll(async () => {
    platform = await testPlatform({
      certificateAuthorities: Layer.succeed(CertificateAuthorities, { all }),
      nameservers: [defineNameserver({
        name: "ns",
        publish: () => {
          if (nameserver.fails) throw new Error("Out of order")
        }
      })]
    })
    owner = OrganizationId.make((await platform.create.organization()).organization_id)
    await zones().create({ name: "shop.example" })
    await platform.clock.settle()
  })
  afterEach(async () => {
    nameserver.fails = false
    await releaseAll(platform)
    await platform.clock.settle()
    assert.isUndefined(await record())
  })
  afterAll(() => platform.dispose())

  const zones = (organization = owner) => platform.as(organization, "admin").zones

  /** The TXT RRset at the name of the challenges. */
  const record = async (zone = "shop.example") => {
    const { rrsets } = await zones().get(zone)
    return rrsets?.find(({ name, type }) => name.startsWith("_acme-challenge") && type === "TXT")
  }
  const textsOf = (rrset: Awaited<ReturnType<typeof record>>) => rrset?.records.map(({ rdata }) => rdata)

  it("has a protected record when its challenge is confirmed, and none afterwards", async () => {
    const one = challenging()
    use(one)
    const found: Array<Awaited<ReturnType<typeof record>>> = []
    one.confirming = async () => void found.push(await record())
    await ensure(platform, names[0], owner, names[1])
    await platform.clock.advance({ minutes: 1 })
    assert.lengthOf(found, 2)
    assert.sameMembers(textsOf(found[0]) ?? [], tokens.map((token) => `"${token}.key"`))
    assert.strictEqual(found[0]?.protected_reason, "GENERIC")
    assert.deepStrictEqual(found[1], found[0])
    assert.deepStrictEqual(confirmsOf(one), tokens.map((token) => `confirm ${token}`))
    assert.deepStrictEqual((await served(platform, "any.shop.example"))?.names, names.map(certificateName))
    assert.isUndefined(await record())
  })

  it("is not confirmed until every nameserver serves the record, and the authority is not asked meanwhile", async () => {
    const one = challenging()
    use(one)
    nameserver.fails = true
    await ensure(platform, names[0], owner, names[1])
    await platform.clock.advance({ minutes: 3 })
    assert.deepStrictEqual(one.calls.filter((call) => call !== "register"), [
      `order ${names.join(" ")}`,
      "lookUp https://one.example/orders/1"
    ])
    assert.lengthOf(textsOf(await record()) ?? [], 2)
    assert.isUndefined(await responseTo(platform, tokens[0]))
    nameserver.fails = false
    await platform.clock.advance({ minutes: 5 })
    assert.isDefined(await served(platform, names[1]))
    assert.lengthOf(ordersOf(one), 1)
  })

  it(
    "has no record any more after a nameserver has not served it for an hour, and is ordered again later",
    async () => {
      const one = challenging()
      use(one)
      nameserver.fails = true
      await ensure(platform, names[0], owner, names[1])
      await platform.clock.advance({ minutes: 62 })
      assert.deepInclude(await stored(platform, ...names), { error_code: "zone_unpublished", failures: 0 })
      assert.isEmpty(confirmsOf(one))
      nameserver.fails = false
      await platform.clock.advance({ minutes: 10 })
      assert.isDefined(await served(platform, names[1]))
      assert.lengthOf(ordersOf(one), 2)
    },
    60_000
  )

  it("has no record any more after the authority has refused the order", async () => {
    const one = challenging()
    one.confirming = async () => void one.failing.set("lookUp", [refused])
    use(one)
    await ensure(platform, names[0], owner, names[1])
    await platform.clock.advance({ minutes: 5 })
    assert.deepInclude(await stored(platform, ...names), { error_code: "authority_refused", order_step: "none" })
    assert.isUndefined(await record())
  })

  it("has no record any more after its certificate is released, whatever has become of the zone", async () => {
    use(challenging())
    nameserver.fails = true
    await ensure(platform, names[0], owner, names[1])
    await platform.clock.advance({ minutes: 1 })
    assert.lengthOf(textsOf(await record()) ?? [], 2)
    await release(platform, names.map(certificateName))
    assert.isUndefined(await record())

    use(challenging())
    await zones().create({ name: "gone.example" })
    nameserver.fails = false
    await platform.clock.settle()
    nameserver.fails = true
    const one = scriptedAuthority("one")
    one.statuses.push("pending")
    one.challenges.push([dnsChallenge("*.gone.example", tokens[0])])
    use(one)
    await ensure(platform, "*.gone.example", owner)
    await platform.clock.advance({ minutes: 1 })
    assert.isDefined(await record("gone.example"))
    await zones().remove("gone.example")
    await platform.clock.advance({ minutes: 5 })
    assert.strictEqual((await stored(platform, "*.gone.example")).error_code, "zone_missing")
    await release(platform, [certificateName("*.gone.example")])
  })

  it("shares its RRset with the records of a user, who can write them again afterwards", async () => {
    const own = { name: "_acme-challenge", type: "TXT" as const, ttl: 600, records: [{ rdata: "\"own\"" }] }
    await zones().patchRrsets("shop.example", { ops: [{ op: "upsert", rrset: own }] })
    await platform.clock.settle()
    const before = await record()
    nameserver.fails = true
    use(challenging())
    await ensure(platform, names[0], owner, names[1])
    await platform.clock.advance({ minutes: 1 })
    assert.deepStrictEqual(
      textsOf(await record())?.toSorted(),
      ["\"own\"", ...tokens.map((one) => `"${one}.key"`)].toSorted()
    )
    const removing = () =>
      zones().patchRrsets("shop.example", { ops: [{ op: "remove", rrset: { name: own.name, type: own.type } }] })
    await assertRefused(removing())
    nameserver.fails = false
    await platform.clock.advance({ minutes: 5 })
    assert.isDefined(await served(platform, names[1]))
    assert.deepStrictEqual(await record(), before)
    await removing()
  })

  it("keeps the record of another order of the same name", async () => {
    nameserver.fails = true
    use(challenging(6))
    const other = scriptedAuthority("one")
    other.statuses.push("pending")
    other.challenges.push([dnsChallenge(names[0], "token-of-another-order")])
    await ensure(platform, names[0], owner, names[1])
    await platform.clock.advance({ minutes: 1 })
    use(other)
    await ensure(platform, names[0], owner)
    await platform.clock.advance({ seconds: 10 })
    assert.lengthOf(textsOf(await record()) ?? [], 3)
    await release(platform, names.map(certificateName))
    const left = await record()
    assert.deepStrictEqual(textsOf(left), ["\"token-of-another-order.key\""])
    assert.strictEqual(left?.protected_reason, "GENERIC")
  })

  const refusals: ReadonlyArray<readonly [CertificateErrorCode, string, () => Promise<unknown>]> = [
    ["zone_missing", "without.example", () => Promise.resolve()],
    ["zone_foreign", "foreign.example", async () => {
      const { organization_id } = await platform.create.organization()
      await zones(OrganizationId.make(organization_id)).create({ name: "foreign.example" })
    }],
    ["challenge_redirected", "alias.example", () =>
      zones().create({
        name: "alias.example",
        rrsets: [{ name: "_acme-challenge", type: "CNAME", ttl: 300, records: [{ rdata: "elsewhere.example.net." }] }]
      })],
    ["challenge_redirected", "sub.delegating.example", () =>
      zones().create({
        name: "delegating.example",
        rrsets: [{ name: "sub", type: "NS", ttl: 300, records: [{ rdata: "ns.example.net." }] }]
      })],
    [
      "zone_missing",
      `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(40)}.example`,
      () => Promise.resolve()
    ]
  ]
  it.each(refusals)("is refused with %s before an order: %s", async (code, host, prepared) => {
    await prepared()
    await platform.clock.settle()
    const one = challenging()
    use(one)
    await ensure(platform, `*.${host}`, owner)
    await platform.clock.settle()
    assert.deepInclude(await stored(platform, `*.${host}`), { error_code: code, order_step: "none", check_failures: 1 })
    assert.isEmpty(one.calls)
  })

  it("can be in a zone of a suborganization, and for the platform in any zone", async () => {
    const child = await platform.as(owner, "admin").organizations.create({
      name: "Suborganization",
      country_code: "DE"
    })
    const organization = OrganizationId.make(child.organization_id)
    await zones(organization).create({ name: "child.example" })
    await platform.clock.settle()
    for (const by of [owner, null]) {
      const one = scriptedAuthority("one")
      const challenges = [dnsChallenge("*.child.example", tokens[0])]
      one.statuses.push("pending", "pending")
      one.challenges.push(challenges, challenges)
      use(one)
      await ensure(platform, "*.child.example", by)
      await platform.clock.advance({ minutes: 1 })
      assert.isDefined(await served(platform, "a.child.example"))
      assert.lengthOf(confirmsOf(one), 1)
      await release(platform, [certificateName("*.child.example")])
    }
  })

  it("needs no address and no zone for an authority that proves no names", async () => {
    const one = scriptedAuthority("one")
    all.splice(0, all.length, { ...one.authority, provesNames: false })
    await ensure(platform, "*.without.example")
    await platform.clock.settle()
    assert.isDefined(await served(platform, "a.without.example"))
  })

  it("is not answered over HTTP", async () => {
    use(challenging())
    nameserver.fails = true
    await ensure(platform, names[0], owner, names[1])
    await platform.clock.advance({ minutes: 1 })
    const { certificate_id } = await stored(platform, ...names)
    const rows = await platform.runtime.runPromise(ChallengeStore.use((store) => store.recordsOf(certificate_id)))
    assert.sameMembers(rows.map(({ token }) => token), [...tokens])
    for (const token of tokens) {
      assert.deepStrictEqual(
        await platform.runtime.runPromise(ChallengeStore.use((store) => store.find(token))),
        Option.none()
      )
    }
  })
})

const assertRefused = async (call: Promise<unknown>) => {
  const refusal = await Effect.runPromise(Effect.flip(Effect.tryPromise({ try: () => call, catch: (error) => error })))
  assert.match(String(refusal), /protected/i)
}
