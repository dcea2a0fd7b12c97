import { assert, describe, layer } from "@effect/vitest"
import { Zones } from "@namewright/core/dns"
import { isPlanned, type RunningJob } from "@namewright/core/jobs"
import { CurrentActor } from "@namewright/core/shared"
import { Cause, Effect, Exit } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { steppingPlatform } from "../domains/CrashingPlatform.ts"
import { type Customer, customer } from "../domains/DomainsPlatform.ts"
import { again, expanded, formProblems, onlyJob, problemsOf, run, running } from "../jobs/CommandBench.ts"
import { upsertOf, written, zoneWith } from "./zoneOf.ts"

const address = (...records: ReadonlyArray<string>) => ({
  name: "www",
  type: "A" as const,
  ttl: 300,
  records: records.map((rdata) => ({ rdata }))
})

const unknownSet = "vns_01h455vb4pex5vsknk084sn02q"

const txt = (rdata: string) => ({ op: "upsert", record: { name: "note", type: "TXT", ttl: 60, rdata } })

/** The step at which the process dies; counted while a job runs. */
let deadline = 0
let steps = 0

const onStep: Effect.Effect<void> = Effect.suspend(() =>
  deadline === 0 || ++steps !== deadline ? Effect.void : Effect.die(new Error("The process dies"))
)

const dieAt = <A, E, R>(step: number, work: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    deadline = step
    steps = 0
    return Effect.ensuring(Effect.exit(work), Effect.sync(() => void (deadline = 0)))
  })

const planned = (owner: Customer, command: string, payload: unknown) =>
  owner.act(Effect.flatMap(onlyJob(command, payload), (job) => running(job)))

const serialOf = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const zones = yield* Zones
  return (yield* owner.act(zones.get(name, []))).serial
})

const causesOf = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const zones = yield* Zones
  const { items } = yield* owner.act(zones.versions(name, { page: 1, page_size: 100 }))
  return items.map(({ cause }) => cause)
})

/** A job about one zone, and what it leaves there. */
interface Work {
  readonly title: string
  readonly before: (owner: Customer, name: string) => Effect.Effect<unknown, unknown, Zones>
  readonly plan: (owner: Customer, name: string) => Effect.Effect<RunningJob, unknown, any>
  readonly causes: ReadonlyArray<string>
  readonly content: ReadonlyArray<string>
}

const works: ReadonlyArray<Work> = [
  {
    title: "a zone is made",
    before: () => Effect.void,
    plan: (owner, name) => planned(owner, "dns_zone_create", { name, rrsets: [address("192.0.2.1")] }),
    causes: ["create"],
    content: ["www A 192.0.2.1"]
  },
  {
    title: "RRsets are patched",
    before: (owner, name) => zoneWith(owner, name, address("192.0.2.1")),
    plan: (owner, name) =>
      planned(owner, "dns_zone_patch_rrsets_bulk", {
        instances: [{ zone_name: name, ops: [upsertOf(address("192.0.2.2"))] }]
      }),
    causes: ["patch_rrsets", "create"],
    content: ["www A 192.0.2.2"]
  },
  {
    title: "a zone is updated",
    before: (owner, name) => zoneWith(owner, name, address("192.0.2.1")),
    plan: (owner, name) =>
      planned(owner, "dns_zone_update", { name, rrsets: [address("192.0.2.3")], dnssec_status: "disabled" }),
    causes: ["replace_rrsets", "create"],
    content: ["www A 192.0.2.3"]
  },
  {
    title: "records are patched",
    before: (owner, name) => zoneWith(owner, name, address("192.0.2.1")),
    plan: (owner, name) =>
      planned(owner, "dns_zone_patch_records_bulk", { instances: [{ zone_name: name, ops: [txt("hello")] }] }),
    causes: ["patch_records", "create"],
    content: ["note TXT \"hello\"", "www A 192.0.2.1"]
  }
]

layer(steppingPlatform(memoryDatabase(), onStep))("Zone commands", (it) => {
  describe("dns_zone_create", () => {
    it.effect("is planned as one job", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const job = yield* owner.act(onlyJob("dns_zone_create", {
          name: "Example.COM",
          vanity_nameserver_set_id: null,
          rrsets: [address("192.0.2.1")]
        }))
        assert.deepStrictEqual(job, {
          instance_index: null,
          kind: "dns_zone_create",
          operation: "create",
          resource_key: "example.com.",
          ordering_key: "zone example.com.",
          display: "Create Zone 'example.com'",
          payload: {
            type: "dns_zone_create",
            operation: "create",
            zone: { name: "example.com.", vanity_nameserver_set_id: null, rrsets: [address("192.0.2.1")] }
          }
        })
      }))

    it.effect("takes absent members from the template, and reports invalid names", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const [parts = []] = yield* owner.act(expanded("dns_zone_create_bulk", {
          template: { dnssec_status: "disabled", rrsets: [address("192.0.2.1")] },
          instances: [{ name: "a.example" }, { name: "b..example" }, { name: "c.example.", rrsets: [] }, { name: "" }]
        }))
        assert.deepStrictEqual(
          parts.map((part) =>
            isPlanned(part) ? (part.payload["zone"] as { rrsets: Array<unknown> }).rrsets.length : -1
          ),
          [1, -1, 0, -1]
        )
        assert.deepStrictEqual(problemsOf(parts), ["1 INVALID_ZONE_NAME b..example", "3 INVALID_ZONE_NAME "])
      }))

    it.effect("needs the right to write zones", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const actor = { ...owner.actor, permissions: new Set(["dns:read" as const]) }
        const refused = yield* expanded("dns_zone_create", { name: "a.example" }).pipe(
          Effect.provideService(CurrentActor, actor),
          Effect.flip
        )
        assert.strictEqual(refused._tag, "PermissionDenied")
      }))
  })

  describe("dns_zone_patch_rrsets_bulk", () => {
    it.effect("takes ops from the template where an instance has none", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const own = [upsertOf(address("192.0.2.7"))]
        const [parts = []] = yield* owner.act(expanded("dns_zone_patch_rrsets_bulk", {
          template: { ops: [upsertOf(address("192.0.2.1")), { op: "remove", rrset: { name: "old", type: "A" } }] },
          instances: [{ zone_name: "a.example" }, { zone_name: "b.example", ops: own }, {
            zone_name: "c.example",
            ops: null
          }]
        }))
        assert.deepStrictEqual(
          parts.map((part) => isPlanned(part) ? (part.payload["zone"] as { ops: Array<unknown> }).ops.length : -1),
          [2, 1, 2]
        )
      }))

    it.effect("reports instances without operations", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const [parts = []] = yield* owner.act(
          expanded("dns_zone_patch_records_bulk", { instances: [{ zone_name: "a.example" }, { zone_name: "-" }] })
        )
        assert.deepStrictEqual(problemsOf(parts), ["0 MISSING_FIELD a.example.", "1 MISSING_FIELD -."])
      }))

    it.effect("takes at most a hundred ops, and at least one", () =>
      Effect.gen(function*() {
        const ops = Array.from({ length: 101 }, (_, index) => txt(`text ${index}`))
        assert.deepStrictEqual(
          yield* formProblems("dns_zone_patch_records_bulk", {
            instances: [{ zone_name: "a.example", ops }, { zone_name: "a.example", ops: [] }]
          }),
          ["instances.0.ops: too_long", "instances.1.ops: too_short"]
        )
      }))
  })

  describe("dns_zone_update_bulk", () => {
    it.effect("takes absent members from the template, keeps an empty list, and reports instances without a change", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const [parts = []] = yield* owner.act(expanded("dns_zone_update_bulk", {
          template: { dnssec_status: null },
          instances: [{ name: "a.example", rrsets: [] }, { name: "b.example" }, {
            name: "c.example",
            dnssec_status: "disabled"
          }]
        }))
        assert.deepStrictEqual(problemsOf(parts), ["1 MISSING_FIELD b.example."])
        assert.deepStrictEqual(
          parts.flatMap((part) => isPlanned(part) ? [part.payload["zone"]] : []),
          [{ name: "a.example.", rrsets: [] }, { name: "c.example.", dnssec_status: "disabled" }]
        )
      }))

    it.effect("needs the right to vanity sets if one is assigned", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const actor = { ...owner.actor, permissions: new Set(["dns:manage" as const]) }
        const payload = { name: "a.example", vanity_nameserver_set_id: unknownSet }
        const refused = yield* expanded("dns_zone_update", payload).pipe(
          Effect.provideService(CurrentActor, actor),
          Effect.flip
        )
        assert.deepInclude(refused, { _tag: "PermissionDenied", permission: "vanity_ns:manage" })
      }))
  })

  describe("dns_zone_restamp_vanity_ns_bulk", () => {
    it.effect("takes null for no set, and inherits absent members", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const setOf = (template: unknown, instance: object) =>
          Effect.map(
            owner.act(expanded("dns_zone_restamp_vanity_ns_bulk", {
              template,
              instances: [{ name: "a.example", ...instance }]
            })),
            ([parts = []]) => parts.map((part) => isPlanned(part) ? part.payload["zone"] : part.code)
          )
        const zone = (vanity_nameserver_set_id: string | null) => [{ name: "a.example.", vanity_nameserver_set_id }]
        const set = { vanity_nameserver_set_id: unknownSet }
        const none = { vanity_nameserver_set_id: null }
        assert.deepStrictEqual<unknown>(yield* setOf(set, {}), zone(unknownSet))
        assert.deepStrictEqual<unknown>(yield* setOf(set, none), zone(null))
        assert.deepStrictEqual<unknown>(yield* setOf(none, {}), zone(null))
        assert.deepStrictEqual<unknown>(yield* setOf(none, set), zone(unknownSet))
        assert.deepStrictEqual<unknown>(yield* setOf({}, {}), ["MISSING_FIELD"])
      }))

    it.effect("changes no zone that has the set already, and fails for a missing set", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { serial } = yield* zoneWith(owner, "restamp.example")
        const restamp = (vanity_nameserver_set_id: string | null) =>
          Effect.flatMap(
            planned(owner, "dns_zone_restamp_vanity_ns_bulk", {
              instances: [{ name: "restamp.example", vanity_nameserver_set_id }]
            }),
            (job) => owner.act(run(job))
          )
        assert.deepStrictEqual(yield* restamp(null), {
          type: "dns_zone_restamp_vanity_ns_bulk",
          zone_name: "restamp.example."
        })
        assert.strictEqual(yield* serialOf(owner, "restamp.example"), serial)
        assert.strictEqual((yield* Effect.flip(restamp(unknownSet)))._tag, "VanitySetNotFound")
      }))
  })

  for (const [index, { before, causes, content, plan, title }] of works.entries()) {
    describe(`A job by which ${title}`, () => {
      it.effect("is done once if its process ends at any step", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          let finished = false
          for (let step = 1; !finished; step++) {
            assert.isBelow(step, 20)
            const name = `crash-${index}-${step}.example`
            yield* before(owner, name)
            const job = yield* plan(owner, name)
            const exit = yield* dieAt(step, owner.act(run(job)))
            finished = Exit.isSuccess(exit)
            if (Exit.isFailure(exit)) assert.isFalse(Cause.hasFails(exit.cause), `step ${step}`)
            const result = yield* owner.act(run(again(job)))
            assert.deepStrictEqual(result, { type: String(job.payload["type"]), zone_name: `${name}.` })
            assert.deepStrictEqual(yield* written(owner, name), content)
            assert.deepStrictEqual(yield* causesOf(owner, name), causes)
          }
        }))

      it.effect("keeps later changes", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const zones = yield* Zones
          const name = `later-${index}.example`
          yield* before(owner, name)
          const job = yield* plan(owner, name)
          yield* owner.act(run(job))
          yield* owner.act(zones.replaceRrsets(name, { rrsets: [address("192.0.2.99")] }))
          const serial = yield* serialOf(owner, name)
          yield* owner.act(run(again(job)))
          assert.deepStrictEqual(yield* written(owner, name), ["www A 192.0.2.99"])
          assert.strictEqual(yield* serialOf(owner, name), serial)
        }))
    })
  }

  it.effect("A missing zone, violated rules, and RRsets of the platform fail a job with their codes", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const name = "codes.example"
      yield* zoneWith(owner, name, address("192.0.2.1"))
      const patch = (zone_name: string, rrset: unknown) =>
        planned(owner, "dns_zone_patch_rrsets_bulk", { instances: [{ zone_name, ops: [{ op: "upsert", rrset }] }] })
      const ns = { name: "@", type: "NS", ttl: 300, records: [{ rdata: "ns.example.net." }] }
      const failures = yield* Effect.forEach(
        [
          yield* patch("nobody.example", address("192.0.2.1")),
          yield* patch(name, { ...address("192.0.2.1"), type: "CNAME" }),
          yield* patch(name, ns),
          yield* planned(owner, "dns_zone_create", { name })
        ],
        (job) => Effect.flip(owner.act(run(job)))
      )
      assert.deepStrictEqual(
        failures.map((failure) => "code" in failure ? failure.code : failure._tag),
        [
          "ERROR_ZONE_NOT_FOUND",
          "ERROR_ZONE_VALIDATION_FAILED",
          "ERROR_DNS_RRSET_PROTECTED",
          "ERROR_ZONE_ALREADY_EXISTS"
        ]
      )
      assert.deepStrictEqual(yield* written(owner, name), ["www A 192.0.2.1"])
    }))
})
