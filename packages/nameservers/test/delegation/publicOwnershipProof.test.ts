import { assert, describe, it } from "@effect/vitest"
import type { WrittenRrset } from "@namewright/conformance"
import { type ClaimedName, generatedNameservers, type OwnershipFinding, OwnershipProof } from "@namewright/core/dns"
import { Hostname, OrganizationId, PlatformSettings, standardSettings } from "@namewright/core/shared"
import { Effect, Result } from "effect"
import { Message, type OwnershipProofOptions, publicOwnershipProof, rcodes } from "../../src/index.ts"
import { respondingServer } from "../transport/respondingServer.ts"
import { nameIn, type PublicDnsOfTest, publicDnsOfTest, recordIn, type ZonesOfServer } from "./PublicDnsOfTest.ts"

const token = "01kb8r6t3yfx8v1m5q7w9z2c4d"
const otherToken = "01kb8r6t3yfx8v1m5q7w9z2c4e"
const value = `namewright-claim=${token}`

const common = ["ns1.platform.test", "ns2.platform.test"]

const claim: ClaimedName = {
  zone_name: nameIn("victim.test."),
  organization_id: OrganizationId.make(`organization_${token}`),
  token,
  vanity_nameservers: ["ns1.brand.test", "ns2.brand.test"].map((hostname) => Hostname.make(hostname)),
  own_nameservers: generatedNameservers(OrganizationId.make(`organization_${token}`), common)
}

const settings: PlatformSettings = {
  ...standardSettings,
  dns: { ...standardSettings.dns, nameservers: common, anycast: { ipv4: ["127.0.2.9"], ipv6: [] } }
}

const check = (options: OwnershipProofOptions, asked: ClaimedName = claim) =>
  Effect.flatMap(OwnershipProof, (proof) => proof.check(asked)).pipe(
    Effect.provide(publicOwnershipProof({ loopback: true, timeout: 400, ...options })),
    Effect.provideService(PlatformSettings, settings)
  )

const parents = ["127.0.1.1", "127.0.1.2", "127.0.1.3", "127.0.1.4"]
const [hoster, secondHoster, platform] = ["127.0.3.1", "127.0.3.2", "127.0.2.1"] as const

const hosts: PublicDnsOfTest["hosts"] = {
  "a.nic.test": ["127.0.1.1"],
  "b.nic.test": ["127.0.1.2"],
  "c.nic.test": ["127.0.1.3"],
  "d.nic.test": ["127.0.1.4"],
  "ns1.platform.test": [platform],
  "ns2.platform.test": ["127.0.2.2"],
  [`${token}.ns1.platform.test`]: [platform],
  [`${otherToken}.ns1.platform.test`]: [platform],
  "ns1.brand.test": ["127.0.2.9"],
  "ns1.hoster.test": [hoster],
  "ns2.hoster.test": [secondHoster],
  "ns1.private.test": ["10.0.0.53", "169.254.0.53"]
}

const delegation = (...names: ReadonlyArray<string>): WrittenRrset => [
  "victim",
  "NS",
  ...names.map((name) => `${name}.`)
]

const challenge = (text: string, owner = "_namewright-challenge"): WrittenRrset => [owner, "TXT", text]

/** A DNS in which every nameserver of `test` delegates the zone in the same way. */
const delegatedTo = (
  names: ReadonlyArray<string>,
  children: Readonly<Record<string, ReadonlyArray<WrittenRrset>>> = {}
): PublicDnsOfTest["servers"] => ({
  ...Object.fromEntries(parents.map((address) => [address, { test: [delegation(...names)] }])),
  ...Object.fromEntries(Object.entries(children).map(([address, rrsets]) => [address, { "victim.test": rrsets }]))
})

const checked = Effect.fnUntraced(
  function*(
    servers: Readonly<Record<string, ZonesOfServer>>,
    asked: ClaimedName = claim,
    changes: Partial<PublicDnsOfTest> = {}
  ) {
    const tops = { test: ["a.nic.test", "b.nic.test", "c.nic.test", "d.nic.test"] }
    const { port, resolver } = yield* publicDnsOfTest({ tops, hosts, servers, ...changes })
    return yield* check({ resolvers: [resolver], port }, asked)
  },
  Effect.scoped
)

const codesOf = (verdict: OwnershipFinding): ReadonlyArray<string> =>
  verdict._tag === "Unproven" ? verdict.missing.map(({ code }) => code) : [verdict._tag]

const proof = (verdict: OwnershipFinding) => verdict._tag === "Proven" ? verdict.proof : codesOf(verdict).join(" ")

describe("a delegation", () => {
  it.live("to a name generated for the organization proves it", () =>
    Effect.gen(function*() {
      assert.strictEqual(proof(yield* checked(delegatedTo([`${token}.ns1.platform.test`]))), "own_nameservers")
    }))

  it.live("to a name of the organization's vanity set proves it", () =>
    Effect.gen(function*() {
      assert.strictEqual(proof(yield* checked(delegatedTo(["ns1.brand.test", "ns1.hoster.test"]))), "vanity_set")
    }))

  it.live("to the common nameservers proves nothing", () =>
    Effect.gen(function*() {
      const verdict = yield* checked(delegatedTo(["ns1.platform.test", "ns2.platform.test"]))
      assert.deepStrictEqual(codesOf(verdict), ["delegation_shared", "challenge_missing"])
    }))

  it.live("to the names of another organization proves nothing, also beside other names", () =>
    Effect.gen(function*() {
      const names = [`${otherToken}.ns1.platform.test`, `${token}.ns2.platform.test`]
      assert.deepStrictEqual(codesOf(yield* checked(delegatedTo(names))), [
        "delegation_of_another",
        "challenge_missing"
      ])
    }))

  it.live("that one of four nameservers of the parent zone contradicts proves nothing", () =>
    Effect.gen(function*() {
      const own = [`${token}.ns1.platform.test`]
      const contradictions: ReadonlyArray<ReadonlyArray<WrittenRrset>> = [[delegation("ns1.hoster.test")], []]
      for (const contradicting of contradictions) {
        const verdict = yield* checked({ ...delegatedTo(own), [String(parents[2])]: { test: contradicting } })
        assert.deepStrictEqual(codesOf(verdict), ["delegation_disputed"])
      }
    }))

  it.live("that one nameserver of the parent zone is silent about is not known", () =>
    Effect.gen(function*() {
      const { [String(parents[1])]: _, ...others } = delegatedTo([`${token}.ns1.platform.test`])
      assert.strictEqual((yield* checked(others))._tag, "Unknown")
      const lame = { ...others, [String(parents[1])]: { other: [] } }
      assert.strictEqual((yield* checked(lame))._tag, "Unknown")
    }))

  it.live("is looked up at the nearest zone cut above", () =>
    Effect.gen(function*() {
      const deep: ClaimedName = { ...claim, zone_name: nameIn("shop.eu.victim.test.") }
      const servers = {
        ...delegatedTo(["ns1.hoster.test", "ns2.hoster.test"], {
          [hoster]: [["shop.eu", "NS", `${token}.ns1.platform.test.`]]
        })
      }
      const agreeing = { ...servers, [secondHoster]: { "victim.test": servers[hoster]?.["victim.test"] ?? [] } }
      assert.strictEqual(proof(yield* checked(agreeing, deep)), "own_nameservers")
      const contradicting = { ...servers, [secondHoster]: { "victim.test": [] } }
      assert.deepStrictEqual(codesOf(yield* checked(contradicting, deep)), ["delegation_disputed"])
    }))

  it.live("proves nothing in an answer of the zone itself", () =>
    Effect.gen(function*() {
      const both = (address: string) => [address, {
        test: [delegation("ns1.hoster.test")],
        "victim.test": [["@", "NS", `${token}.ns1.platform.test.`]] as ReadonlyArray<WrittenRrset>
      }]
      const servers = Object.fromEntries(parents.map(both)) as PublicDnsOfTest["servers"]
      assert.deepStrictEqual(codesOf(yield* checked(servers)), ["delegation_shared", "challenge_missing"])
    }))

  it.live("that does not exist leaves the zone unproven", () =>
    Effect.gen(function*() {
      const servers = Object.fromEntries(parents.map((address) => [address, { test: [] }]))
      assert.deepStrictEqual(codesOf(yield* checked(servers)), ["not_delegated"])
    }))

  it.live("is not known where the top-level domain has no nameservers", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* checked({}, claim, { tops: {} }))._tag, "Unknown")
    }))
})

describe("the challenge", () => {
  const both = ["ns1.hoster.test", "ns2.hoster.test"]
  const onBoth = (...rrsets: ReadonlyArray<WrittenRrset>) =>
    delegatedTo(both, { [hoster]: rrsets, [secondHoster]: rrsets })

  it.live("proves ownership from all nameservers of the zone", () =>
    Effect.gen(function*() {
      assert.strictEqual(proof(yield* checked(onBoth(challenge(`"${value}"`)))), "challenge")
    }))

  it.live("may consist of several strings, and be one of several records", () =>
    Effect.gen(function*() {
      const strings = `"${value.slice(0, 9)}" "${value.slice(9)}"`
      const rrset: WrittenRrset = ["_namewright-challenge", "TXT", "\"v=spf1 -all\"", strings]
      assert.strictEqual(proof(yield* checked(onBoth(rrset))), "challenge")
    }))

  it.live("must be exactly that of the organization", () =>
    Effect.gen(function*() {
      for (const text of [`namewright-claim=${otherToken}`, `${value} `, value.toUpperCase(), token]) {
        assert.deepStrictEqual(codesOf(yield* checked(onBoth(challenge(`"${text}"`)))), [
          "delegated_elsewhere",
          "challenge_missing"
        ])
      }
    }))

  it.live("is not looked up behind an alias", () =>
    Effect.gen(function*() {
      const alias: WrittenRrset = ["*", "CNAME", "shared.victim.test."]
      const verdict = yield* checked(onBoth(alias, challenge(`"${value}"`, "shared")))
      assert.deepStrictEqual(codesOf(verdict), ["delegated_elsewhere", "challenge_missing"])
    }))

  it.live("that one nameserver of the zone lacks proves nothing", () =>
    Effect.gen(function*() {
      const servers = delegatedTo(both, { [hoster]: [challenge(`"${value}"`)], [secondHoster]: [] })
      const verdict = yield* checked(servers)
      assert.deepStrictEqual(codesOf(verdict), ["delegated_elsewhere", "challenge_missing"])
      assert.include(JSON.stringify(verdict), "it was not found on ns2.hoster.test.")
    }))

  it.live("is not known where a nameserver of the zone is silent or lame", () =>
    Effect.gen(function*() {
      const servers = delegatedTo(both, { [hoster]: [challenge(`"${value}"`)] })
      assert.strictEqual((yield* checked(servers))._tag, "Unknown")
      assert.strictEqual((yield* checked({ ...servers, [secondHoster]: { other: [] } }))._tag, "Unknown")
    }))

  it.live("on the platform's own nameservers proves nothing, by name or by address", () =>
    Effect.gen(function*() {
      const answering = { [platform]: [challenge(`"${value}"`)], "127.0.2.9": [challenge(`"${value}"`)] }
      const hidden = { ...hosts, "innocent.test": [platform], "harmless.test": ["127.0.2.9"] }
      for (
        const names of [["ns1.platform.test"], [`${otherToken}.ns1.platform.test`], ["innocent.test"], [
          "harmless.test"
        ]]
      ) {
        const verdict = yield* checked(delegatedTo(names, answering), claim, { hosts: hidden })
        const delegation = names[0]?.startsWith(otherToken) ? "delegation_of_another" : "delegation_shared"
        assert.deepStrictEqual(codesOf(verdict), [delegation, "challenge_missing"])
      }
    }))

  it.live("that the resolver fails to look up does not count as one without an address", () =>
    Effect.gen(function*() {
      const verdict = yield* checked(delegatedTo(["ns1.unknown.test"]), claim, { unresolved: ["ns1.unknown.test"] })
      assert.deepStrictEqual(verdict, {
        _tag: "Unknown",
        reason: "Nameservers of victim.test. did not answer: ns1.unknown.test. was not resolved: ESERVFAIL"
      })
      const missing = yield* checked(delegatedTo(["ns1.missing.test"]))
      assert.deepStrictEqual(missing, {
        _tag: "Unknown",
        reason: "Nameservers of victim.test. did not answer: ns1.missing.test. has no public address"
      })
    }))

  it.live("is not looked up inside the network", () =>
    Effect.gen(function*() {
      const verdict = yield* checked(delegatedTo(["ns1.private.test"]))
      assert.deepStrictEqual(verdict, {
        _tag: "Unknown",
        reason: "Nameservers of victim.test. did not answer: ns1.private.test. has no public address"
      })
    }))
})

describe("a proof", () => {
  /** A nameserver of `test` whose datagrams are forged. */
  const forged = Effect.fnUntraced(function*(overTcp: string | undefined) {
    const { port, resolver } = yield* publicDnsOfTest({ tops: { test: ["a.nic.test"] }, hosts, servers: {} })
    yield* respondingServer((octets, { transport }, reply) => {
      const asked = Result.getOrThrow(Message.decode(octets))
      const target = transport === "udp" ? `${token}.ns1.platform.test.` : overTcp
      if (target === undefined) return Effect.void
      const authorities = [recordIn("victim.test.", "NS", target)]
      return reply(Message.encode({ ...asked, isResponse: true, authorities }))
    }, { host: String(parents[0]), port })
    return yield* check({ resolvers: [resolver], port })
  }, Effect.scoped)

  it.live("counts only if it is confirmed over TCP", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(codesOf(yield* forged("ns1.platform.test.")), ["delegation_shared", "challenge_missing"])
      assert.strictEqual((yield* forged(undefined))._tag, "Unknown")
      assert.strictEqual(proof(yield* forged(`${token}.ns1.platform.test.`)), "own_nameservers")
    }))

  it.live("is found after a lost datagram, without further queries to an address that does not respond", () =>
    Effect.gen(function*() {
      const addresses = ["127.0.1.1", "127.0.1.5"]
      const { port, resolver } = yield* publicDnsOfTest({
        tops: { test: ["a.nic.test"] },
        hosts: { ...hosts, "a.nic.test": addresses },
        servers: {}
      })
      const asked: Array<string> = []
      yield* respondingServer((_, { transport }) => Effect.sync(() => void asked.push(transport)), {
        host: "127.0.1.5",
        port
      })
      yield* respondingServer((octets, { transport }, reply) => {
        asked.push(`${transport} answered`)
        if (asked.filter((text) => text === "udp answered").length === 1) return Effect.void
        const authorities = [recordIn("victim.test.", "NS", `${token}.ns1.platform.test.`)]
        const message = Result.getOrThrow(Message.decode(octets))
        return reply(Message.encode({ ...message, isResponse: true, authorities }))
      }, { host: "127.0.1.1", port })
      assert.strictEqual(proof(yield* check({ resolvers: [resolver], port })), "own_nameservers")
      assert.deepStrictEqual(asked.toSorted(), ["tcp answered", "udp", "udp", "udp answered", "udp answered"])
    }).pipe(Effect.scoped))

  it.live("is not looked up while the platform's own nameserver names cannot be resolved", () =>
    Effect.gen(function*() {
      const { port } = yield* publicDnsOfTest({ tops: {}, hosts, servers: {} })
      const resolver = yield* respondingServer((octets, _, reply) => {
        const message = Result.getOrThrow(Message.decode(octets))
        return reply(Message.encode({ ...message, isResponse: true, rcode: rcodes.SERVFAIL }))
      })
      assert.deepStrictEqual(yield* check({ resolvers: [`127.0.0.1:${resolver}`], port }), {
        _tag: "Unknown",
        reason: "The names of the platform's nameservers were not resolved: ESERVFAIL"
      })
    }).pipe(Effect.scoped))

  it.live("is limited in time", () =>
    Effect.gen(function*() {
      const { port, resolver } = yield* publicDnsOfTest({ tops: { test: ["a.nic.test"] }, hosts, servers: {} })
      yield* respondingServer(() => Effect.void, { host: String(parents[0]), port })
      assert.deepStrictEqual(yield* check({ resolvers: [resolver], port, timeout: 2000, limit: 200 }), {
        _tag: "Unknown",
        reason: "The check took longer than 0.2 seconds"
      })
    }).pipe(Effect.scoped))
})
