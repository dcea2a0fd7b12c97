import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { operationCatalog } from "../../src/platform/OperationCatalog.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { operationSamples } from "./operationSamples.ts"
import { OwnedObjects, sampleParameters } from "./OwnedObjects.ts"
import { ScopedCallers } from "./ScopedCallers.ts"
import { scopedUses } from "./scopedOperations.ts"
import { assertKeptWithin, scopedPlatform } from "./scopedSuite.ts"

layer(scopedPlatform, { timeout: 60_000 })("every operation with every kind of restriction", (it) => {
  it.effect("is refused to keys and tokens, or keeps them within their objects", () =>
    Effect.gen(function*() {
      const { dns_zone_id, domain_id, restricted, tag_id, token, zone_tag_id } = yield* ScopedCallers
      const scopes = [
        { names: ["scoped.*"] },
        { ids: [domain_id, dns_zone_id] },
        { tag_ids: [tag_id, zone_tag_id] },
        { ids: [domain_id], names: ["scoped.example"], tag_ids: [zone_tag_id] }
      ]
      for (const restrictions of scopes) {
        yield* assertKeptWithin({ key: yield* restricted(restrictions) })
        yield* assertKeptWithin({ token: yield* token(restrictions) })
      }
    }))

  it.effect("is refused to keys of RRsets, or keeps them within these", () =>
    Effect.gen(function*() {
      const { dns_zone_id, restricted, token } = yield* ScopedCallers
      const restrictions = { ids: [dns_zone_id], rrsets: [{ name: "_acme-challenge.*", types: ["TXT"] }] }
      yield* assertKeptWithin({ key: yield* restricted(restrictions) }, true)
      yield* assertKeptWithin({ token: yield* token(restrictions) }, true)
    }))

  it.effect("answers about a hidden object as about that of another organization", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const { restricted } = yield* ScopedCallers
      const objects = yield* OwnedObjects
      const scoped = { key: yield* restricted({ names: ["scoped.com"] }) }
      const stranger = { key: yield* key(yield* organization()) }
      for (const { method, operationId, path } of operationCatalog) {
        if (scopedUses[operationId] !== "hidden") continue
        const { body, query = "" } = operationSamples[operationId] ?? {}
        const values: Readonly<Record<string, string>> = { ...sampleParameters, ...objects }
        const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? "")) + query
        const hidden = yield* fetch(method, filled, body, scoped)
        const foreign = yield* fetch(method, filled, body, stranger)
        assert.deepStrictEqual([hidden.status, hidden.body], [foreign.status, foreign.body], operationId)
      }
    }))

  it.effect("finds the object in the scope, where it hides others", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const { restricted } = yield* ScopedCallers
      const objects = yield* OwnedObjects
      const key = yield* restricted({ names: ["scoped.com", "scoped.example"] })
      const own = { ...objects, domain_reference: "scoped.com", zone_name: "scoped.example" }
      const addressed = operationCatalog.filter(({ operationId, pathParams }) =>
        scopedUses[operationId] === "hidden"
        && pathParams.some((name) => name === "domain_reference" || name === "zone_name")
      )
      assert.isAtLeast(addressed.length, 20)
      for (const { method, operationId, path } of addressed) {
        if (operationId === "deleteDomain") continue
        const { body, query = "" } = operationSamples[operationId] ?? {}
        const values: Readonly<Record<string, string>> = { ...sampleParameters, ...own }
        const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? "")) + query
        const answer = yield* fetch(method, filled, body, { key })
        assert.notInclude([401, 403, 500], answer.status, `${operationId}: ${JSON.stringify(answer.body)}`)
        assert.notMatch(String(answer.body?.code), /ERROR_(?:ZONE|DOMAIN)_NOT_FOUND/, operationId)
      }
    }))
})
