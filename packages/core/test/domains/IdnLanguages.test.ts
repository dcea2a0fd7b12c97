import { assert, describe, it, layer } from "@effect/vitest"
import { layerPlatform } from "@namewright/core/embed"
import { Jobs, SubmitBatch } from "@namewright/core/jobs"
import { RegistrySimulator } from "@namewright/core/registry"
import { specProblems, tldSpec } from "@namewright/core/tlds"
import { Effect, Layer, Schema } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { chargesOf, customer, everyRole, register, round } from "./DomainsPlatform.ts"

const spoken = tldSpec({
  name: "spoken",
  type: "gTLD",
  backend: "spoken-registry",
  roles: "R",
  idn_tables: ["de", "zh-Hans"]
})

const platform = Layer.orDie(layerPlatform({ storage: memoryDatabase(), tlds: [spoken] }))

const munich = "xn--mnchen-3ya"

layer(platform)("The language of an international name", (it) => {
  it.effect("is required, and is one of the registry's, where the specification lists them", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      for (const members of [{}, { idn_language: "el" }]) {
        const refused = yield* Effect.flip(register(owner, `${munich}.spoken`, members))
        if (refused._tag !== "PolicyViolation") return assert.fail(refused._tag)
        assert.deepStrictEqual(refused.errors.map(({ pointer }) => pointer), ["idn_language"])
        assert.include(refused.errors[0]?.detail ?? "", "de, zh-Hans")
      }
      assert.deepStrictEqual(yield* chargesOf(owner), [])
      // The registry gets the tag in its own spelling, and would refuse another one.
      yield* register(owner, `${munich}.spoken`, { idn_language: "DE" })
      yield* register(owner, "xn--fiqs8s.spoken", { idn_language: "zh-hans" })
    }))

  it.effect("is sent again if the response is lost", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const simulator = yield* RegistrySimulator
      const name = "xn--bcher-kva.spoken"
      yield* simulator.faults.inject({ method: "createDomain", fault: "cutBefore", object: name, times: 1 })
      yield* register(owner, name, { idn_language: "de" })
      yield* round
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 24.90"])
    }))

  it.effect("is ignored for other names, and optional where no tables are listed", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      yield* register(owner, "plain.spoken", { idn_language: "el" })
      yield* register(owner, "plain-too.spoken")
      yield* register(owner, `${munich}.com`)
      yield* register(owner, "xn--bcher-kva.com", { idn_language: "GER" })
    }))

  it.effect("of a bulk template is that of its instances", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const jobs = yield* Jobs
      const contacts = everyRole(owner.contact_id)
      const commands = [{
        command: "domain_create_bulk",
        payload: {
          template: { contacts, period: 1, renewal_mode: "renew", idn_language: "de" },
          instances: [{ name: "xn--mller-kva.spoken" }, { name: "xn--strae-oqa.spoken", idn_language: "el" }]
        }
      }]
      const { batch_id } = yield* owner.act(jobs.submit(Schema.decodeUnknownSync(SubmitBatch)({ commands })))
      yield* round
      const { items } = yield* owner.act(
        jobs.listJobs(batch_id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 10 })
      )
      assert.sameDeepMembers(items.map(({ domain_name, status }) => [domain_name, status]), [
        ["xn--mller-kva.spoken", "succeeded"],
        ["xn--strae-oqa.spoken", "failed"]
      ])
    }))
})

describe("A specification with language tags", () => {
  it("lists at least one, for international names", () => {
    assert.deepStrictEqual(specProblems(spoken), [])
    assert.lengthOf(specProblems({ ...spoken, idn: { idn_capable: true, idn_tables: [] } }), 1)
    assert.lengthOf(specProblems({ ...spoken, idn: { idn_capable: false, idn_tables: ["de"] } }), 1)
  })
})
