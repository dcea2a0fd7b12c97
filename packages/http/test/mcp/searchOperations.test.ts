import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { operationSchemas, usedDefinitions } from "../../src/mcp/operationSchemas.ts"
import { operationCatalog, operationNamed } from "../../src/platform/OperationCatalog.ts"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

layer(AgentEndpoint.layer)("search_operations", (it) => {
  it.effect.each([
    ["renew domain", "renewDomain"],
    ["register a domain", "createDomain"],
    ["change the nameservers of a domain", "updateDomain"],
    ["transfer in", "transferDomain"],
    ["remove a tag", "deleteTag"],
    ["dns records", "patchZoneRecords"],
    ["cancel a batch of jobs", "cancelBatch"],
    ["what do things cost: prices", "listPrices"],
    ["listDomains", "listDomains"]
  ])("finds by %s: %s", ([query, expected]) =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const { operations } = yield* agent.content("search_operations", { query, limit: 3 })
      assert.include(operations.map(({ operationId }: any) => operationId), expected)
    }))

  it.effect("describes the parameters and effects of a match, and whether the caller may call it", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf({ rights: ["domains:read"] })
      const { operations } = yield* agent.content("search_operations", { query: "renew domain" })
      assert.isAtMost(operations.length, 10)
      const [{ body, ...hit }] = operations
      assert.deepStrictEqual(hit, {
        operationId: "renewDomain",
        method: "POST",
        path: "/v1/domains/{domain_reference}/renew",
        summary: "Renew a domain",
        safety: { read: false, write: true, cost: true, destructive: false, access: false },
        rights: ["domains:manage"],
        pathParams: { domain_reference: { type: "string" } },
        allowed: false
      })
      assert.include(body.required, "period")
    }))

  it.effect("finds operations by right, and only those that the caller may call", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf({ rights: ["dns:read", "tags:read"] })
      const ids = (input: object) =>
        Effect.map(
          agent.content("search_operations", { limit: 50, ...input }),
          ({ operations }) => operations.map(({ operationId }: any) => operationId)
        )
      const byRight = operationCatalog.filter(({ rights }) => rights.includes("tags:manage"))
      assert.sameMembers(
        yield* ids({ query: "", permission: "tags:manage" }),
        byRight.map(({ operationId }) => operationId)
      )
      const allowed: ReadonlyArray<string> = yield* ids({ query: "", allowed: true })
      assert.includeMembers([...allowed], ["listZones", "listTags"])
      assert.notInclude(allowed, "createTag")
      assert.deepStrictEqual(yield* ids({ query: "zone", permission: "tags:manage" }), [])
    }))

  it.effect("finds only reads at the read-only endpoint", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const { operations } = yield* agent.content("search_operations", { query: "domain", limit: 50 }, {
        path: "/mcp/readonly"
      })
      assert.isNotEmpty(operations)
      const posts = operations.filter(({ method }: any) => method !== "GET")
      assert.sameMembers(posts.map(({ operationId }: any) => operationId), ["quoteDomain", "getClaimsNotices"])
    }))

  it.effect("limits the length of its result", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const result = yield* agent.content("search_operations", { query: "", limit: 50 })
      assert.isAtMost(JSON.stringify(result).length, 100_000)
    }))

  it.effect("reports an empty result", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      assert.deepStrictEqual(yield* agent.content("search_operations", { query: "zzz qqq" }), {
        total: 0,
        operations: []
      })
    }))
})

/** Definitions that a result refers to and neither holds nor names. */
const unnamed = (described: any): ReadonlyArray<string> =>
  Array.from(JSON.stringify(described).matchAll(/"#\/\$defs\/([^"]+)"/g), ([, name = ""]) => name)
    .filter((name) => !(name in described.$defs) && described.definitions?.includes(name) !== true)

layer(AgentEndpoint.layer)("describe_operation", (it) => {
  it.effect.each(operationCatalog)(
    "describes $operationId within the budget",
    ({ generatedId, operationId }) =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const described = yield* agent.content("describe_operation", { operationId: generatedId })
        assert.strictEqual(described.operationId, operationId)
        assert.isTrue(described.allowed)
        const text = JSON.stringify(described)
        // A token is about four characters of JSON.
        assert.isAtMost(text.length, 8000)
        assert.isEmpty(unnamed(described))
      })
  )

  it.effect("returns every definition of a long operation, each within the budget", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const describe = (definition?: string) =>
        agent.content("describe_operation", { operationId: "submitBatch", ...(definition && { definition }) })
      const first = yield* describe()
      assert.isTrue(first.truncated)
      const seen = new Set(Object.keys(first.$defs))
      for (const waiting = [...first.definitions]; waiting.length > 0;) {
        const definition = waiting.shift()
        const part = yield* describe(definition)
        assert.deepStrictEqual([part.operationId, part.definition], ["submitBatch", definition])
        assert.isAtMost(JSON.stringify(part).length, 8000, definition)
        assert.isEmpty(unnamed(part))
        for (const name of [definition, ...Object.keys(part.$defs)]) seen.add(name)
        for (const name of part.definitions ?? []) if (!seen.has(name)) waiting.push(name)
      }
      const { $defs, body } = operationSchemas(operationNamed("submitBatch"))
      const every = Object.keys(usedDefinitions(body, $defs, Number.POSITIVE_INFINITY).$defs)
      assert.sameMembers([...seen], every)
    }))

  it.effect.each(["Nothing", "constructor", "__proto__"])(
    "reports the missing definition %s",
    (definition) =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const result = yield* agent.call("describe_operation", { operationId: "submitBatch", definition })
        assert.isTrue(result.isError)
        assert.include(result.structuredContent.message, `no definition "${definition}"`)
      })
  )

  it.effect("suggests similar names", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const result = yield* agent.call("describe_operation", { operationId: "renew_domains" })
      assert.isTrue(result.isError)
      assert.include(result.content[0].text, "renewDomain")
    }))
})
