import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { activeVanitySet, newZone, payingCaller, unknownSet, work } from "./newVanitySet.ts"

const command = "dns_zone_restamp_vanity_ns_bulk"

layer(TestPlatform.layer)("POST /v1/jobs with dns_zone_restamp_vanity_ns_bulk", (it) => {
  it.effect("gives zones to the set of the template or to their own, and null takes it away", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const first = yield* activeVanitySet(call)
      const second = yield* activeVanitySet(call)
      const platform = { vanity_nameserver_set_id: null }
      const [inheriting, own] = [yield* newZone(call, platform), yield* newZone(call, platform)]
      const unbranded = yield* newZone(call)
      const payload = {
        template: { vanity_nameserver_set_id: first.set_id },
        instances: [
          { name: inheriting },
          { name: `${own}.`, vanity_nameserver_set_id: second.set_id },
          { name: unbranded, vanity_nameserver_set_id: null }
        ]
      }
      const { body, status } = yield* call("POST", "/v1/jobs", { commands: [{ command, payload }] })
      assert.strictEqual(status, 201, JSON.stringify(body))
      yield* work
      const jobs = yield* call("GET", `/v1/jobs/${body.batch_id}/jobs`)
      assert.sameDeepMembers(
        jobs.body.items.map((job: any) => [job.status, job.operation, job.result]),
        [inheriting, own, unbranded].map((zone) => [
          "succeeded",
          "restamp",
          { type: command, zone_name: `${zone}.` }
        ])
      )
      const zonesOf = (path: string) =>
        Effect.map(call("GET", `${path}/zones`), (answer) => answer.body.items.map(({ name }: any) => name))
      assert.deepStrictEqual(yield* zonesOf(first.path), [`${inheriting}.`])
      assert.deepStrictEqual(yield* zonesOf(second.path), [`${own}.`])
    }))

  it.effect("refuses an instance without any set, and fails for a set or a zone that is not there", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const name = yield* newZone(call)
      const instances = [
        { name },
        { name, vanity_nameserver_set_id: unknownSet },
        { name: "nowhere.example", vanity_nameserver_set_id: null }
      ]
      const { body } = yield* call("POST", "/v1/jobs", { commands: [{ command, payload: { instances } }] })
      assert.include(JSON.stringify(body), "MISSING_FIELD")
      yield* work
      const jobs = yield* call("GET", `/v1/jobs/${body.batch_id}/jobs`)
      assert.sameMembers(jobs.body.items.map((job: any) => job.error_code), [
        "ERROR_VANITY_NS_NOT_FOUND",
        "ERROR_ZONE_NOT_FOUND"
      ])
    }))

  it.effect("403: a key that lacks one of the two rights", () =>
    Effect.gen(function*() {
      const payload = { instances: [{ name: "a.example", vanity_nameserver_set_id: null }] }
      for (const right of ["dns:manage", "vanity_ns:manage"] as const) {
        const call = yield* caller({ rights: ["jobs:manage", right] })
        assert.strictEqual((yield* call("POST", "/v1/jobs", { commands: [{ command, payload }] })).status, 403)
      }
    }))
})
