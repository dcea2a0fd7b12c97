import { assert, layer } from "@effect/vitest"
import { JobWorker } from "@namewright/core/jobs"
import { newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Duration, Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"

const pathOf = (organization: OrganizationId, action = "") => `/v1/organizations/${organization}${action}`

/** A parent and its suborganization, each with a key. */
const family = Effect.gen(function*() {
  const { organization } = yield* TestPlatform
  const parent = yield* caller()
  const child = yield* caller({ of: yield* organization({ parent: parent.organization }) })
  return { parent, child }
})

layer(TestPlatform.layer)("POST /v1/organizations/{organization_id}/deactivate", (it) => {
  it.effect("200: limits a suborganization to reads until it is active again", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family
      const write = child("POST", "/v1/tags", { type: "DOMAIN", label: "vip" })
      const deactivated = yield* parent("POST", pathOf(child.organization, "/deactivate"))
      assert.deepStrictEqual([deactivated.status, deactivated.body.status], [200, "inactive"])
      const refused = yield* write
      assert.deepStrictEqual([refused.status, refused.body.code], [403, "ERROR_ORGANIZATION_INACTIVE"])
      const own = yield* child("GET", pathOf(child.organization))
      assert.deepStrictEqual([own.status, own.body.status], [200, "inactive"])

      const activated = yield* parent("POST", pathOf(child.organization, "/activate"))
      assert.deepStrictEqual([activated.status, activated.body.status], [200, "active"])
      assert.strictEqual((yield* write).status, 201)
    }))

  it.effect("200: records each change once, for the suborganization", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family
      for (const action of ["/deactivate", "/deactivate", "/activate"]) {
        assert.strictEqual((yield* parent("POST", pathOf(child.organization, action))).status, 200)
      }
      const events = yield* child("GET", "/v1/events?object_type=ACCOUNT&sort_order=asc")
      assert.deepStrictEqual(
        events.body.items.map(({ event_data }: { event_data: { message: string } }) => event_data.message),
        [
          "The organization is inactive: it can only read, and its domains are not renewed",
          "The organization is active again"
        ]
      )
      const log = yield* child("GET", `/v1/archive/object-logs/${child.organization}?sort_order=asc`)
      const changes = log.body.items.flatMap(({ action, details }: { action: string; details: unknown }) =>
        action === "UPDATED" ? [details] : []
      )
      assert.deepStrictEqual(changes, [
        { before: { status: "active" }, after: { status: "inactive" } },
        { before: { status: "inactive" }, after: { status: "active" } }
      ])
    }))

  it.effect("200: fails the jobs of a batch that have not started", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family
      const commands = [1, 2, 3].map(() => ({ command: "contact_create", payload: contactBody }))
      const { body } = yield* child("POST", "/v1/jobs", { paused: true, commands })
      yield* parent("POST", pathOf(child.organization, "/deactivate"))
      const refused = yield* child("POST", `/v1/jobs/${body.batch_id}/resume`)
      assert.deepStrictEqual([refused.status, refused.body.code], [403, "ERROR_ORGANIZATION_INACTIVE"])
      yield* parent("POST", pathOf(child.organization, "/activate"))
      yield* child("POST", `/v1/jobs/${body.batch_id}/resume`)
      yield* parent("POST", pathOf(child.organization, "/deactivate"))
      yield* JobWorker.use((worker) => worker.drain(Duration.minutes(1)))
      const jobs = yield* child("GET", `/v1/jobs/${body.batch_id}/jobs`)
      assert.deepStrictEqual(
        jobs.body.items.map((
          { error_class, status }: { error_class: string; status: string }
        ) => [status, error_class]),
        [1, 2, 3].map(() => ["failed", "PermissionError"])
      )
      assert.strictEqual((yield* child("GET", "/v1/contacts")).body.total, 0)
    }))

  it.effect("403: of the caller's own organization, also for a parent", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family
      for (const call of [child, parent]) {
        for (const action of ["/deactivate", "/activate"]) {
          const { body, status } = yield* call("POST", pathOf(call.organization, action))
          assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
        }
      }
      assert.strictEqual((yield* parent("GET", pathOf(child.organization))).body.status, "active")
    }))

  it.effect("404: another organization, and an unknown one", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family
      const stranger = yield* family
      for (const id of [stranger.parent.organization, stranger.child.organization, yield* newOrganizationId]) {
        for (const action of ["/deactivate", "/activate"]) {
          assert.strictEqual((yield* parent("POST", pathOf(id, action))).status, 404)
        }
      }
      assert.strictEqual((yield* child("POST", pathOf(parent.organization, "/deactivate"))).status, 404)
    }))
})
