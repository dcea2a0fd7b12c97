import { assert, layer } from "@effect/vitest"
import { Nameservers, ZonePublications } from "@namewright/core/dns"
import { embeddedNameserver } from "@namewright/nameservers"
import { Effect, Layer } from "effect"
import { Resolver } from "node:dns/promises"
import { registrant } from "../domains/dnssecCaller.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { rrset, upsert, writtenIn, zoneCaller } from "./zoneCaller.ts"

/** A platform that serves its zones itself. */
const platform = (environment: "production" | "sandbox") =>
  Layer.effectDiscard(Effect.flatMap(ZonePublications, ({ drain }) => drain)).pipe(
    Layer.provideMerge(TestPlatform.layerWith({}, { environment, nameservers: embeddedNameserver({ port: 0 }) }))
  )

/** The addresses that the platform's nameserver answers for a name, once everything is published. */
const served = Effect.fnUntraced(function*(name: string) {
  const { drain } = yield* ZonePublications
  yield* drain
  const { all: [nameserver] } = yield* Nameservers
  const port = nameserver !== undefined && "port" in nameserver ? nameserver.port : undefined
  const resolver = new Resolver({ tries: 2, timeout: 2000 })
  resolver.setServers([`127.0.0.1:${port}`])
  return yield* Effect.promise(() =>
    resolver.resolve4(name).catch((error: unknown) => [String(Reflect.get(Object(error), "code"))])
  )
})

const create = (name: string, owner: string, address: string) => ({ name, rrsets: [rrset(owner, "A", 300, address)] })

const eventsOf = (call: Effect.Success<ReturnType<typeof zoneCaller>>) =>
  Effect.map(
    call("GET", "/v1/events?page_size=100"),
    ({ body }) =>
      body.items.map(({ event_data, object_type }: { event_data: { message: string }; object_type: string }) =>
        `${object_type}: ${event_data.message}`
      ) as ReadonlyArray<string>
  )

const refused = ["EREFUSED"]

for (const environment of ["sandbox", "production"] as const) {
  layer(platform(environment), { excludeTestServices: true })(
    `Zones of other people's names (${environment})`,
    (it) => {
      it.effect("do not outlive the domain for its next holder", () =>
        Effect.gen(function*() {
          const [before, after] = [yield* registrant, yield* registrant]
          yield* before.register("drop-one.com")
          yield* before("POST", "/v1/dns", create("drop-one.com", "www", "192.0.2.1"))
          assert.deepStrictEqual(yield* served("www.drop-one.com"), ["192.0.2.1"])
          assert.strictEqual((yield* before("DELETE", "/v1/domains/drop-one.com")).status, 204)
          assert.deepStrictEqual(yield* served("www.drop-one.com"), ["192.0.2.1"])

          yield* after.register("drop-one.com")
          assert.deepStrictEqual(yield* served("www.drop-one.com"), refused)
          const made = yield* after("POST", "/v1/dns", create("drop-one.com", "www", "192.0.2.2"))
          assert.strictEqual(made.status, 201, JSON.stringify(made.body))
          assert.deepInclude(made.body.ownership, { state: "held", is_served: true, missing: [] })
          assert.deepStrictEqual(yield* served("www.drop-one.com"), ["192.0.2.2"])
          assert.deepStrictEqual(writtenIn(yield* after("GET", "/v1/dns/drop-one.com")), ["www A 192.0.2.2"])

          const path = "/v1/dns/drop-one.com"
          const write = yield* before("PATCH", `${path}/rrsets`, { ops: [upsert(rrset("www", "A", 300, "192.0.2.3"))] })
          assert.deepStrictEqual([write.status, write.body.code], [409, "ERROR_ZONE_DISPLACED"])
          const kept = yield* before("GET", path)
          assert.deepStrictEqual(writtenIn(kept), ["www A 192.0.2.1"])
          assert.deepInclude(kept.body.ownership, { state: "unproven", is_served: false })
          assert.isString(kept.body.ownership.displaced_on)
          assert.include((yield* before("GET", `${path}/master-file`)).body, "192.0.2.1")
          assert.deepStrictEqual(yield* served("www.drop-one.com"), ["192.0.2.2"])
          assert.include(
            yield* eventsOf(before),
            "UNKNOWN: Zone drop-one.com was displaced: another organization holds drop-one.com. It can be read and exported for 30 days"
          )
          assert.include(
            yield* eventsOf(after),
            "DOMAIN: 1 zone of other organizations at drop-one.com and below was displaced"
          )
          assert.strictEqual((yield* before("DELETE", path)).status, 204)
          assert.deepStrictEqual(yield* served("www.drop-one.com"), ["192.0.2.2"])
        }))

      it.effect("are displaced when the name is registered", () =>
        Effect.gen(function*() {
          const [squatter, holder] = [yield* zoneCaller(), yield* registrant]
          const squatted = yield* squatter("POST", "/v1/dns", create("squat-one.com", "www", "192.0.2.1"))
          assert.strictEqual(squatted.status, 201)
          assert.strictEqual(squatted.body.ownership.is_served, environment === "sandbox")
          assert.deepStrictEqual(
            yield* served("www.squat-one.com"),
            environment === "sandbox" ? ["192.0.2.1"] : refused
          )
          yield* holder.register("squat-one.com")
          assert.deepStrictEqual(yield* served("www.squat-one.com"), refused)
          assert.strictEqual(
            (yield* holder("POST", "/v1/dns", create("squat-one.com", "www", "192.0.2.2"))).status,
            201
          )
          assert.deepStrictEqual(yield* served("www.squat-one.com"), ["192.0.2.2"])
          const again = yield* squatter("POST", "/v1/dns", { name: "squat-one.com" })
          assert.deepStrictEqual([again.status, again.body.code], [409, "ERROR_ZONE_NAME_HELD"])
          assert.deepStrictEqual(again.body.challenge, squatted.body.ownership.challenge)
        }))

      it.effect("are displaced below the name as well", () =>
        Effect.gen(function*() {
          const [squatter, holder] = [yield* zoneCaller(), yield* registrant]
          yield* squatter("POST", "/v1/dns", create("www.squat-two.com", "@", "192.0.2.1"))
          yield* holder.register("squat-two.com")
          yield* holder("POST", "/v1/dns", create("squat-two.com", "www", "192.0.2.2"))
          assert.deepStrictEqual(yield* served("www.squat-two.com"), ["192.0.2.2"])
          const { body } = yield* squatter("GET", "/v1/dns/www.squat-two.com")
          assert.deepStrictEqual(body.ownership.missing.map(({ code }: { code: string }) => code), ["held_by_another"])
          const again = yield* squatter("POST", "/v1/dns", { name: "mail.squat-two.com" })
          assert.deepStrictEqual([again.status, again.body.code], [409, "ERROR_ZONE_NAME_HELD"])
        }))

      it.effect("are served below the name with the consent of the zone above", () =>
        Effect.gen(function*() {
          const [guest, holder] = [yield* zoneCaller(), yield* registrant]
          yield* holder.register("shared-zone.com")
          yield* holder("POST", "/v1/dns", create("shared-zone.com", "shop", "192.0.2.1"))
          const { body: { challenge } } = yield* guest("POST", "/v1/dns", { name: "shop.shared-zone.com" })
          const consent = rrset(`${challenge.name}`, "TXT", 300, challenge.value)
          const consented = yield* holder("PATCH", "/v1/dns/shared-zone.com/rrsets", { ops: [upsert(consent)] })
          assert.strictEqual(consented.status, 204, JSON.stringify(consented.body))
          const made = yield* guest("POST", "/v1/dns", create("shop.shared-zone.com", "@", "192.0.2.2"))
          assert.strictEqual(made.status, 201, JSON.stringify(made.body))
          assert.deepInclude(made.body.ownership, { state: "proven", proof: "consent", is_served: true, missing: [] })
          assert.deepStrictEqual(yield* served("shop.shared-zone.com"), ["192.0.2.2"])
          const stranger = yield* zoneCaller()
          const other = yield* stranger("POST", "/v1/dns", { name: "shop.shared-zone.com" })
          assert.deepStrictEqual([other.status, other.body.code], [409, "ERROR_ZONE_NAME_HELD"])
        }))

      it.effect("are the organization's own when they are referred to by name", () =>
        Effect.gen(function*() {
          const [one, other] = [yield* zoneCaller(), yield* zoneCaller()]
          yield* one("POST", "/v1/dns", create("two-of-one-name.net", "www", "192.0.2.1"))
          const second = yield* other("POST", "/v1/dns", create("two-of-one-name.net", "www", "192.0.2.2"))
          assert.isFalse(second.body.ownership.is_served)
          for (const [call, address] of [[one, "192.0.2.1"], [other, "192.0.2.2"]] as const) {
            const shown = yield* call("GET", "/v1/dns/two-of-one-name.net")
            assert.deepStrictEqual(writtenIn(shown), [`www A ${address}`])
            const ops = [upsert(rrset("a", "A", 300, address))]
            assert.strictEqual((yield* call("PATCH", "/v1/dns/two-of-one-name.net/rrsets", { ops })).status, 204)
          }
          const published = yield* other("GET", "/v1/dns/two-of-one-name.net/publication")
          assert.deepStrictEqual(published.body.nameservers, [])
          assert.deepStrictEqual(
            yield* served("a.two-of-one-name.net"),
            environment === "sandbox" ? ["192.0.2.1"] : refused
          )
          yield* one("DELETE", "/v1/dns/two-of-one-name.net")
          assert.deepStrictEqual(
            yield* served("a.two-of-one-name.net"),
            environment === "sandbox" ? ["192.0.2.2"] : refused
          )
          assert.strictEqual((yield* one("GET", "/v1/dns/two-of-one-name.net")).status, 404)
          assert.strictEqual((yield* other("GET", "/v1/dns/two-of-one-name.net")).status, 200)
        }))
    }
  )
}
