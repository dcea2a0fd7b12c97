import { assert, layer } from "@effect/vitest"
import { Nameservers, ZonePublications } from "@namewright/core/dns"
import { Effect, Layer } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { zoneCaller, zoneFixture } from "./zoneCaller.ts"

/** Nameserver that serves what is published to it. */
const nameservers = Layer.succeed(Nameservers, {
  all: [{
    name: "ns-test",
    capabilities: { signing: "library", zones_per_call: 10 },
    publish: (publications) => Effect.succeed(publications.map(({ name, serial }) => ({ name, serial, problem: null })))
  }]
})

layer(TestPlatform.layerWith({}, { nameservers }))("GET /v1/dns/{zone_name}/publication", (it) => {
  it.effect("200: which serial each nameserver is to serve, and which it serves", () =>
    Effect.gen(function*() {
      const { drain } = yield* ZonePublications
      const { call, created, name, path } = yield* zoneFixture
      yield* drain
      const served = yield* call("GET", `${path}/publication`)
      assert.strictEqual(served.status, 200, JSON.stringify(served.body))
      const [nameserver] = served.body.nameservers
      assert.deepStrictEqual(served.body, {
        zone_name: `${name}.`,
        serial: created.body.serial,
        published: true,
        nameservers: [{
          nameserver: "ns-test",
          serial_wanted: created.body.serial,
          serial_served: created.body.serial,
          published: true,
          wanted_on: nameserver.wanted_on,
          served_on: nameserver.served_on,
          attempts: 0,
          next_attempt_on: null,
          problem: null
        }]
      })
      yield* call("PUT", `${path}/rrsets`, { rrsets: [] })
      const { body } = yield* call("GET", `${path}/publication`)
      assert.deepInclude(body, { published: false, serial: body.nameservers[0].serial_wanted })
      assert.strictEqual(body.nameservers[0].serial_served, created.body.serial)
      assert.isAbove(body.serial, created.body.serial)
      yield* drain
      assert.isTrue((yield* call("GET", `${path}/publication`)).body.published)
    }))

  it.effect("404: a zone of another organization", () =>
    Effect.gen(function*() {
      const { path } = yield* zoneFixture
      const stranger = yield* zoneCaller()
      assert.strictEqual((yield* stranger("GET", `${path}/publication`)).status, 404)
    }))
})
