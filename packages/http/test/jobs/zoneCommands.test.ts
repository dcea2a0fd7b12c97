import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, work } from "./caller.ts"

const upsert = (name: string, type: string, rdata: string) => ({
  op: "upsert",
  rrset: { name, type, ttl: 300, records: [{ rdata }] }
})

layer(TestPlatform.layer)("A batch about zones", (it) => {
  it.effect("creates a zone, changes it in the order of the commands, and reports refusals", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["jobs:manage", "jobs:read", "dns:manage", "dns:read"] })
      const patch = (zone_name: string, ...ops: ReadonlyArray<unknown>) => ({
        command: "dns_zone_patch_rrsets_bulk",
        payload: { instances: [{ zone_name, ops }] }
      })
      const { body, status } = yield* call("POST", "/v1/jobs", {
        commands: [
          { command: "dns_zone_create", payload: { name: "batch.example" } },
          patch("BATCH.example.", upsert("www", "A", "192.0.2.1")),
          patch("batch.example", upsert("www", "CNAME", "a.example.")),
          patch("batch.example", upsert("@", "NS", "ns.example.net.")),
          patch("nobody.example", upsert("www", "A", "192.0.2.1"))
        ]
      })
      assert.deepStrictEqual([status, body.jobs_created], [201, 5])
      yield* work
      const jobs = yield* call("GET", `/v1/jobs/${body.batch_id}/jobs`)
      assert.deepStrictEqual(
        jobs.body.items.map((job: Record<string, unknown>) => [job["status"], job["error_class"], job["result"]]),
        [
          ["succeeded", null, { type: "dns_zone_create", zone_name: "batch.example." }],
          ["succeeded", null, { type: "dns_zone_patch_rrsets_bulk", zone_name: "batch.example." }],
          ["failed", "DnsValidationError", null],
          ["failed", "DnsProtectedError", null],
          ["failed", "NotFoundError", null]
        ]
      )
      const [, , refused] = jobs.body.items
      assert.deepStrictEqual(
        [refused.error_code, refused.error_details.zone_name, refused.error_details.errors[0].loc],
        ["ERROR_ZONE_VALIDATION_FAILED", "batch.example.", ["body", "ops", 0, "rrset"]]
      )
    }))

  it.effect("refuses the whole batch without the right to write zones", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["jobs:manage", "dns:read"] })
      const { body, status } = yield* call("POST", "/v1/jobs", {
        commands: [{ command: "dns_zone_create", payload: { name: "refused.example" } }]
      })
      assert.deepStrictEqual([status, body.permission], [403, "dns:manage"])
    }))
})
