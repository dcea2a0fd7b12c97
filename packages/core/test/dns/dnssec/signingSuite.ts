import { assert, layer } from "@effect/vitest"
import { type Zone, ZoneDnssec, ZoneKeyring, Zones } from "@namewright/core/dns"
import { DomainUpdates } from "@namewright/core/domains"
import { RegistryRefusal, RegistrySimulator } from "@namewright/core/registry"
import { Effect, type Layer, Option } from "effect"
import { statusTagsOf, updateOf } from "../../domains/DomainsPlatform.ts"
import { whileItPauses } from "../../shared/watchSleeps.ts"
import {
  askToSign,
  disable,
  dsTags,
  enable,
  failuresOf,
  HeldUp,
  hosted,
  keysOf,
  type onSqlite,
  pass,
  progressOf,
  stateOf,
  tagsOf,
  whileServed,
  zoneNow
} from "./SigningPlatform.ts"

type Platform = Layer.Success<typeof onSqlite>

const publishedOf = (zone: Pick<Zone, "dns_zone_id">) =>
  Effect.flatMap(ZoneKeyring, (keyring) => keyring.keysOf(zone.dns_zone_id))

export const signingSuite = (name: string, platform: Layer.Layer<Platform>) => {
  layer(platform)(`Signing a zone (${name})`, (it) => {
    it.effect("makes a key, waits for the nameservers and publishes the DS", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("signed.com")
        const before = yield* zoneNow(zone)
        const answer = yield* enable(zone)
        assert.deepStrictEqual([answer.dnssec_status, answer.dnssec_registry_publish], ["enabled", "published"])
        assert.deepStrictEqual(answer.changes.map(({ action }) => action)[0], "enable_dnssec")
        assert.isAbove(answer.serial, before.serial)
        const [tag] = yield* tagsOf(zone)
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [tag])
        assert.strictEqual(yield* stateOf(zone), "published")
        assert.deepStrictEqual(yield* statusTagsOf(zone.domain), [])
        const types = answer.rrsets.map(({ type }) => type)
        assert.includeMembers(types, ["DNSKEY", "DS"])
      }))

    it.effect("publishes the key, CDS and CDNSKEY", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("served.com")
        assert.isTrue(Option.isNone(yield* publishedOf(yield* zoneNow(zone))))
        yield* enable(zone)
        const published = Option.getOrThrow(yield* publishedOf(yield* zoneNow(zone)))
        const [key] = yield* keysOf(zone)
        assert.lengthOf(published.keys, 1)
        assert.strictEqual(published.keys[0]?.key_tag, key?.key_tag)
        assert.match(published.dnskey.join(), /^257 3 13 /)
        assert.deepStrictEqual(published.cdnskey, published.dnskey)
        assert.deepStrictEqual(published.cds.map((text) => text.split(" ").slice(0, 3).join(" ")), [
          `${key?.key_tag} 13 2`,
          `${key?.key_tag} 13 4`
        ])
      }))

    it.effect("a second time changes nothing", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("twice.com")
        yield* enable(zone)
        const before = yield* zoneNow(zone)
        const again = yield* enable(zone)
        assert.deepStrictEqual([again.num_changes, again.changeset_id, again.dnssec_registry_publish], [
          0,
          null,
          "published"
        ])
        assert.deepStrictEqual(yield* zoneNow(zone), before)
        assert.lengthOf(yield* keysOf(zone), 1)
      }))

    it.effect("does not submit the DS before every nameserver serves the keys", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("gated.com")
        const heldUp = yield* HeldUp
        heldUp.add("two")
        const answer = yield* enable(zone)
        assert.deepStrictEqual([answer.dnssec_status, answer.dnssec_registry_publish], ["enabled", "deferred"])
        assert.deepStrictEqual(yield* statusTagsOf(zone.domain), ["DNSSEC_PENDING"])
        yield* pass("1 hour")
        assert.strictEqual(yield* stateOf(zone), "signing")
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [])
        heldUp.delete("two")
        yield* pass("2 minutes")
        assert.strictEqual(yield* stateOf(zone), "published")
        assert.deepStrictEqual(yield* dsTags(zone), yield* tagsOf(zone))
        assert.deepStrictEqual(yield* statusTagsOf(zone.domain), [])
        assert.strictEqual((yield* zoneNow(zone)).dnssec_registry_publish, "published")
      }))

    it.effect("skips the DS of a domain with other nameservers, and of a zone without a domain", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("elsewhere.com", { elsewhere: true })
        assert.strictEqual((yield* enable(zone)).dnssec_registry_publish, "skipped")
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [])
        const zones = yield* Zones
        const made = yield* whileServed(
          zone.owner.act(zones.create({ name: "no-domain.com", dnssec_status: "enabled" }))
        )
        assert.deepStrictEqual([made.dnssec_status, made.dnssec_registry_publish], ["enabled", "skipped"])
      }))

    it.effect("sends keys instead of digests to registries that accept keys", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("keydata-zone.de")
        yield* enable(zone)
        assert.deepStrictEqual(yield* dsTags(zone), (yield* keysOf(zone)).map(({ public_key }) => public_key))
      }))

    it.effect("is refused for a locked domain", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("locked-zone.com")
        const updates = yield* DomainUpdates
        yield* zone.owner.act(updates.update(zone.domain.name, updateOf({ statuses: ["clientUpdateProhibited"] })))
        assert.strictEqual((yield* Effect.flip(enable(zone)))._tag, "DelegationLocked")
        assert.isUndefined(yield* stateOf(zone))
      }))

    it.effect("reports a refusal with the registry's text; the zone stays signed, and can be submitted again", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("refused-zone.com")
        const { faults } = yield* RegistrySimulator
        const fault = new RegistryRefusal({ reason: "policy", result_code: 2306, text: "No keys today" })
        yield* faults.inject({ method: "updateDomain", object: zone.domain.name, fault })
        const refused = yield* Effect.flip(enable(zone))
        assert.strictEqual(
          refused._tag === "RegistryPolicyRefused" ? refused.detail : refused._tag,
          "2306 No keys today"
        )
        const now = yield* zoneNow(zone)
        assert.deepStrictEqual([now.dnssec_status, now.dnssec_registry_publish], ["enabled", "failed"])
        assert.strictEqual((yield* enable(zone)).dnssec_registry_publish, "published")
      }))
  })

  layer(platform)(`A registry that refuses a DS temporarily (${name})`, (it) => {
    it.effect("is retried after 15, 30, 60, 120, 240 seconds until it accepts", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("defer-a-while.com")
        assert.strictEqual((yield* enable(zone)).dnssec_registry_publish, "deferred")
        assert.deepStrictEqual(yield* statusTagsOf(zone.domain), ["DNSSEC_PENDING"])
        for (const pause of [15, 30, 60, 120]) {
          assert.strictEqual(yield* stateOf(zone), "deferred")
          yield* pass(`${pause} seconds`)
        }
        assert.strictEqual((yield* progressOf(zone))?.attempts, 5)
        yield* pass("240 seconds")
        assert.strictEqual(yield* stateOf(zone), "published")
        assert.strictEqual((yield* zoneNow(zone)).dnssec_registry_publish, "published")
        assert.deepStrictEqual(yield* statusTagsOf(zone.domain), [])
        assert.deepStrictEqual(yield* dsTags(zone), yield* tagsOf(zone))
        assert.deepStrictEqual(yield* failuresOf(zone), [])
      }))

    it.effect("is given up after 945 seconds: the zone is unsigned, and its owner is notified with the registry's text", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("defer-always-zone.com")
        yield* enable(zone)
        yield* pass("944 seconds")
        assert.strictEqual(yield* stateOf(zone), "deferred")
        assert.deepStrictEqual(yield* failuresOf(zone), [])
        for (let second = 0; second < 6; second++) yield* pass("10 minutes")
        assert.strictEqual(yield* stateOf(zone), "unsigned")
        const now = yield* zoneNow(zone)
        assert.deepStrictEqual([now.dnssec_status, now.dnssec_registry_publish], ["disabled", null])
        assert.lengthOf(yield* keysOf(zone), 0)
        assert.deepStrictEqual(yield* statusTagsOf(zone.domain), [])
        assert.deepStrictEqual(yield* failuresOf(zone), [
          "MODIFICATION 2400 The name's servers do not show its keys yet"
        ])
      }))

    it.effect("ends a waiting request with a conflict when signing is switched off meanwhile", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("superseded.com")
        const asked = yield* Effect.flip(whileItPauses(askToSign(zone), disable(zone)))
        assert.strictEqual(asked._tag, "DnssecEnableSuperseded")
        assert.strictEqual(yield* stateOf(zone), "unsigned")
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [])
      }))

    it.effect("receives no more requests after signing is switched off", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("defer-then-off.com")
        yield* enable(zone)
        const answer = yield* disable(zone)
        assert.deepStrictEqual([answer.dnssec_status, yield* stateOf(zone)], ["disabled", "unsigned"])
        assert.deepStrictEqual(yield* statusTagsOf(zone.domain), [])
        yield* pass("1 hour")
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [])
        assert.deepStrictEqual(yield* failuresOf(zone), [])
      }))
  })

  layer(platform)(`The end of signing (${name})`, (it) => {
    it.effect("withdraws the DS, and keeps the keys until it has expired in caches", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("ended.com")
        yield* enable(zone)
        const answer = yield* disable(zone)
        assert.deepStrictEqual([answer.dnssec_status, answer.dnssec_registry_publish], ["disabled", "withdrawn"])
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [])
        const published = Option.getOrThrow(yield* publishedOf(yield* zoneNow(zone)))
        assert.deepStrictEqual([published.cds, published.cdnskey], [["0 0 0 00"], ["0 3 0 AA=="]])
        assert.lengthOf(published.keys, 1)
        const signed = yield* zoneNow(zone)
        yield* pass("23 hours")
        assert.strictEqual(yield* stateOf(zone), "withdrawn")
        yield* pass("1 hour")
        assert.strictEqual(yield* stateOf(zone), "unsigned")
        assert.isTrue(Option.isNone(yield* publishedOf(signed)))
        const after = yield* zoneNow(zone)
        assert.isAbove(after.serial, signed.serial)
        assert.isNull(after.dnssec_registry_publish)
      }))

    it.effect("is reversed by signing again, with the same key", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("returned.com")
        yield* enable(zone)
        const [tag] = yield* tagsOf(zone)
        yield* disable(zone)
        yield* pass("1 hour")
        assert.strictEqual((yield* enable(zone)).dnssec_registry_publish, "published")
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [tag])
        yield* pass("3 days")
        assert.strictEqual(yield* stateOf(zone), "published")
      }))

    it.effect("is not shortened when signing is enabled and disabled again: caches may still have the DS", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("wavering.com")
        yield* enable(zone)
        yield* disable(zone)
        yield* Effect.flip(whileItPauses(askToSign(zone), disable(zone)))
        assert.strictEqual(yield* stateOf(zone), "withdrawn")
        assert.lengthOf(yield* keysOf(zone), 1)
      }))

    it.effect("waits for an unavailable registry before anything is unsigned", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("unreachable.com")
        const { faults } = yield* RegistrySimulator
        yield* enable(zone)
        yield* faults.inject({ method: "updateDomain", object: zone.domain.name, fault: "temporary", times: 100 })
        yield* disable(zone)
        assert.strictEqual(yield* stateOf(zone), "withdrawing")
        for (let look = 0; look < 8; look++) yield* pass("1 hour")
        assert.lengthOf(yield* keysOf(zone), 1)
        assert.deepStrictEqual(yield* failuresOf(zone), ["MODIFICATION 2400 Command failed"])
        yield* faults.clear
        yield* pass("1 hour")
        assert.strictEqual(yield* stateOf(zone), "withdrawn")
      }))

    it.effect("of a zone that was never signed, or is being ended, changes nothing", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("never-signed.com")
        const before = yield* zoneNow(zone)
        assert.strictEqual((yield* disable(zone)).num_changes, 0)
        assert.deepStrictEqual(yield* zoneNow(zone), before)
        yield* enable(zone)
        yield* disable(zone)
        const ended = yield* zoneNow(zone)
        assert.strictEqual((yield* disable(zone)).changeset_id, null)
        assert.deepStrictEqual(yield* zoneNow(zone), ended)
      }))

    it.effect("is part of the removal of the zone, its DS first", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("removed-zone.com")
        const zones = yield* Zones
        const { faults } = yield* RegistrySimulator
        yield* enable(zone)
        yield* faults.inject({ method: "updateDomain", object: zone.domain.name, fault: "temporary" })
        assert.strictEqual(
          (yield* Effect.flip(zone.owner.act(zones.remove(zone.reference))))._tag,
          "RegistryUnavailable"
        )
        assert.lengthOf(yield* keysOf(zone), 1)
        yield* zone.owner.act(zones.remove(zone.reference))
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [])
        assert.lengthOf(yield* keysOf(zone), 0)
        assert.isUndefined(yield* stateOf(zone))
      }))

    it.effect("keeps the keys of others if the domain is delegated elsewhere", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("moved-away.com")
        const updates = yield* DomainUpdates
        yield* enable(zone)
        yield* zone.owner.act(
          updates.update(zone.domain.name, updateOf({ nameservers: [{ hostname: "ns1.other.example" }] }))
        )
        yield* disable(zone)
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [])
      }))
  })

  layer(platform)(`Another organization (${name})`, (it) => {
    it.effect("finds no zone to sign, to unsign, or to roll the key of", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("private-zone.com")
        const stranger = yield* hosted("strange-zone.com")
        const dnssec = yield* ZoneDnssec
        for (const call of [dnssec.enable, dnssec.disable, dnssec.roll]) {
          const refused: { readonly _tag: string } = yield* Effect.flip(
            stranger.owner.act<unknown, any, any>(call(zone.reference))
          )
          assert.strictEqual(refused._tag, "ZoneNotFound")
        }
      }))
  })
}
