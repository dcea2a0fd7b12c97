import { assert, describe, it } from "@effect/vitest"
import { MemoryZones } from "@namewright/conformance/drivers"
import { defineNameserver } from "@namewright/core/dns"
import { defineRegistry } from "@namewright/core/registry"
import { defineReportFiles, ReportFiles } from "@namewright/core/reports"
import { DomainName } from "@namewright/core/shared"
import { layerTelemetry } from "@namewright/core/telemetry"
import { Effect, Stream } from "effect"
import { afterAll, beforeAll } from "vitest"
import { activateContexts, recordingTracer } from "./hostTelemetry.ts"

/** Starts a span after a pause, as an instrumentation of `fetch` does for each request. */
const requesting = () => {
  const recorded = recordingTracer()
  const request = async (name: string) => {
    await Promise.resolve()
    recorded.tracer.startSpan(name).end()
  }
  const run = <A, E>(work: Effect.Effect<A, E>) =>
    Effect.provide(Effect.withSpan(work, "of the platform"), layerTelemetry({ tracer: recorded.tracer }))
  return { ...recorded, request, run }
}

describe("requests that a driver of promises sends", () => {
  let deactivate = () => {}
  beforeAll(() => {
    deactivate = activateContexts()
  })
  afterAll(() => deactivate())

  it.effect("are children of the registry's query", () =>
    Effect.gen(function*() {
      const { below, named, request, run } = requesting()
      const driver = defineRegistry({
        checkDomains: async () => [],
        infoDomain: async () => {
          await request("GET registry")
          return null
        }
      })
      yield* run(driver.registry("acme").infoDomain(DomainName.make("shop.example")))
      assert.deepStrictEqual(below(named("of the platform")), ["GET registry"])
    }))

  it.effect("are children of the nameserver's publication", () =>
    Effect.gen(function*() {
      const { below, named, request, run } = requesting()
      const zones = new MemoryZones()
      const driver = defineNameserver({ name: "edge", publish: () => request("PUT zone") })
      const publication = yield* zones.put("one.test", { serial: 7, rrsets: [["www", "A", "192.0.2.1"]] })
      const { publish } = yield* Effect.provide(driver.nameserver, zones.layer)
      yield* run(publish([publication]))
      assert.deepStrictEqual(below(named("of the platform")), ["PUT zone"])
    }))

  it.effect("are children of the report's write, look-up and removal, and of each part that is read", () =>
    Effect.gen(function*() {
      const { below, named, request, run } = requesting()
      const { layer } = defineReportFiles({
        write: async (_name, content) => {
          for await (const _part of content) await request("PUT part")
        },
        size: async () => {
          await request("HEAD file")
          return 2
        },
        read: async function*() {
          await request("GET part 1")
          yield new Uint8Array([1])
          await request("GET part 2")
          yield new Uint8Array([2])
        },
        remove: () => request("DELETE file")
      })
      const files = yield* Effect.provide(ReportFiles, layer)
      yield* run(Effect.gen(function*() {
        yield* files.write("a", Stream.make(new Uint8Array([1, 2])))
        yield* files.size("a")
        yield* Stream.runDrain(files.read("a", { start: 0, end: 1 }))
        yield* files.remove("a")
      }))
      assert.deepStrictEqual(below(named("of the platform")), [
        "PUT part",
        "HEAD file",
        "GET part 1",
        "GET part 2",
        "DELETE file"
      ])
    }))
})
