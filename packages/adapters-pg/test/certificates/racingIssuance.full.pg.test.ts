import { assert, describe, it } from "@effect/vitest"
import { postgres } from "@namewright/adapters-pg"
import { type CertificateName, Certificates, CertificateStore, IssuedCertificates } from "@namewright/core/certificates"
import { Nameservers } from "@namewright/core/dns"
import { createPlatform, type Platform } from "@namewright/core/embed"
import { Hostname, WildcardName } from "@namewright/core/shared"
import { Effect, Layer, Option } from "effect"
import { setTimeout as after } from "node:timers/promises"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import {
  authorities,
  dnsChallenge,
  type ScriptedAuthority,
  scriptedAuthority
} from "../../../core/test/certificates/ScriptedAuthority.ts"
import { servingAll } from "../../../core/test/certificates/servingAll.ts"

const host = Hostname.make("a.example")

type Names = readonly [CertificateName, ...ReadonlyArray<CertificateName>]

const ensure = ({ runtime }: Platform, names: Names) =>
  runtime.runPromise(Effect.flatMap(Certificates, (certificates) => certificates.ensure(names, null, "tests")))

const served = ({ runtime }: Platform) =>
  runtime.runPromise(
    Effect.map(Effect.flatMap(IssuedCertificates, (issued) => issued.find(host)), Option.getOrUndefined)
  )

const isIssued = ({ runtime }: Platform, names: Names) =>
  runtime.runPromise(
    Effect.map(
      CertificateStore.use((store) => store.lockNames(names)),
      Option.exists(({ chain }) => chain !== null)
    )
  )

/** A zone of the host that its nameserver serves. */
const zoneOf = async (platform: Platform) => {
  const { organization_id } = await platform.operator.organizations.createParent({ name: "Owner", country_code: "DE" })
  const { zones } = platform.as(organization_id, "admin")
  await zones.create({ name: host })
  await platform.tick({ budgetMillis: 20_000 })
  return zones
}

/** Four processes order a certificate for the names. Returns the names of the records that are left. */
const race = async (url: string, one: ScriptedAuthority, names: Names) => {
  const platformOn = () =>
    createPlatform({
      storage: postgres({ url }),
      certificateAuthorities: authorities(one),
      nameservers: Layer.succeed(Nameservers, { all: [servingAll] })
    })
  const first = platformOn()
  const platforms = [first, platformOn(), platformOn(), platformOn()]
  try {
    await Promise.all(platforms.map((platform) => platform.ready()))
    const zones = await zoneOf(first)
    const ensured = await Promise.all([...platforms, ...platforms].map((platform) => ensure(platform, names)))
    assert.strictEqual(new Set(ensured.map(({ certificate_id }) => certificate_id)).size, 1)
    for (let rounds = 0; !(await isIssued(first, names)); rounds++) {
      assert.isBelow(rounds, 50)
      await Promise.all(platforms.map((platform) => platform.tick({ budgetMillis: 20_000 })))
      // An order over DNS is deferred until its records are served.
      await after(100)
    }
    assert.lengthOf(one.calls.filter((call) => call.startsWith("order")), 1)
    assert.lengthOf(one.calls.filter((call) => call === "download"), 1)
    const found = await Promise.all(platforms.map(served))
    assert.strictEqual(new Set(found.map((certificate) => certificate?.chain)).size, 1)
    assert.isDefined(found[0])
    const { rrsets } = await zones.get(host)
    return (rrsets ?? []).map(({ name }) => name).filter((name) => name.startsWith("_acme-challenge"))
  } finally {
    await Promise.all(platforms.map((platform) => platform.dispose()))
  }
}

describe("Four processes that need a certificate", () => {
  it.effect("for one host place one order and serve one certificate", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      yield* Effect.promise(() => race(url, scriptedAuthority("one"), [host]))
    }), 120_000)

  it.effect(
    "for a wildcard write its records once, confirm each of them once, and leave none",
    () =>
      Effect.gen(function*() {
        const url = yield* freshDatabase
        const one = scriptedAuthority("one")
        const names: Names = [WildcardName.make(`*.${host}`), host]
        const challenges = names.map((name, index) => dnsChallenge(name, `token-of-name-${index}`))
        for (let look = 0; look < 3; look++) {
          one.statuses.push("pending")
          one.challenges.push(challenges)
        }
        const left = yield* Effect.promise(() => race(url, one, names))
        assert.isEmpty(left)
        assert.sameMembers(
          one.calls.filter((call) => call.startsWith("confirm")),
          challenges.map(({ token }) => `confirm ${token}`)
        )
      }),
    120_000
  )
})
