import { assert, describe, layer } from "@effect/vitest"
import { day } from "@namewright/conformance"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { domainParameters } from "../../src/domains/DomainParameters.ts"
import { storedDomain } from "../domains/storedDomain.ts"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

let run = 0

/** Thirty domains of a new organization, the later ones with the later expiry. */
const portfolio = Effect.gen(function*() {
  yield* TestClock.setTime(day(0).epochMilliseconds)
  const agent = yield* agentOf()
  const label = `shop${++run}`
  for (let index = 0; index < 30; index++) {
    yield* storedDomain(
      agent.organization,
      `${label}-${String(index).padStart(2, "0")}.${index % 2 === 0 ? "com" : "de"}`,
      {
        expires_on: day(10 + index * 10),
        created_on: day(-100 + index)
      }
    )
  }
  return { agent, label }
})

layer(AgentEndpoint.layer)("portfolio_query", (it) => {
  it.effect("shows the requested fields of the domains that match the filters", () =>
    Effect.gen(function*() {
      const { agent, label } = yield* portfolio
      const { items, page, page_size, total, truncated, next } = yield* agent.content("portfolio_query", {
        tld: ["com"],
        expires_in_90_days: true,
        sort_by: "name",
        sort_order: "asc",
        fields: ["name", "tld"]
      })
      assert.deepStrictEqual(items, [0, 2, 4, 6].map((index) => ({ name: `${label}-0${index}.com`, tld: "com" })))
      assert.deepStrictEqual([page, page_size, total, truncated, next], [1, 25, 4, false, undefined])
    }))

  it.effect("shows five fields by default", () =>
    Effect.gen(function*() {
      const { agent } = yield* portfolio
      const { items: [first] } = yield* agent.content("portfolio_query", { page_size: 1 })
      assert.deepStrictEqual(Object.keys(first), [
        "name",
        "domain_id",
        "expires_on",
        "renewal_mode",
        "registry_statuses"
      ])
    }))

  it.effect("returns the arguments of the next page", () =>
    Effect.gen(function*() {
      const { agent } = yield* portfolio
      const names: Array<string> = []
      let input: object | undefined = { page_size: 12, fields: ["name"], sort_by: "name", sort_order: "asc" }
      for (let calls = 0; input !== undefined && calls < 5; calls++) {
        const { items, next }: any = yield* agent.content("portfolio_query", input)
        names.push(...items.map(({ name }: { name: string }) => name))
        input = next
      }
      assert.strictEqual(names.length, 30)
      assert.deepStrictEqual(names, names.toSorted())
    }))

  it.effect("includes optional members that are requested fields", () =>
    Effect.gen(function*() {
      const { agent } = yield* portfolio
      const { items: [first] } = yield* agent.content("portfolio_query", { fields: ["tags"], page_size: 1 })
      assert.deepStrictEqual(first, { tags: [] })
    }))

  it.effect("shows nothing of another organization", () =>
    Effect.gen(function*() {
      const { agent } = yield* portfolio
      const stranger = yield* agentOf()
      assert.strictEqual((yield* stranger.content("portfolio_query")).total, 0)
      const { data, httpStatus } = yield* stranger.content("portfolio_query", { organization_id: agent.organization })
      assert.deepStrictEqual([httpStatus, data.code], [404, "ERROR_ORGANIZATION_NOT_FOUND"])
    }))

  it.effect("returns all problems that REST reports about filters", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const filters = { tag_ids: ["vip"], transfer_lock: "perhaps", expires_before: "soon" }
      const { data, httpStatus } = yield* agent.content("portfolio_query", filters)
      assert.strictEqual(httpStatus, 422)
      const rest = yield* agent.rest(
        "GET",
        "/v1/domains?tag_ids=vip&transfer_lock=perhaps&expires_before=soon&page_size=25&page=1"
      )
      assert.deepStrictEqual(data, rest.body)
      assert.strictEqual(data.errors.length, 3)
    }))

  describe("its schema", () => {
    it.effect("has every filter of the list of domains", () =>
      Effect.gen(function*() {
        const tools = yield* (yield* agentOf()).list()
        const { inputSchema } = tools.find(({ name }) => name === "portfolio_query")
        const own = ["fields", "from"]
        const names = Object.keys(inputSchema.properties)
        assert.sameMembers(names, [...Object.keys(domainParameters).filter((name) => name !== "include"), ...own])
        assert.deepStrictEqual(inputSchema.properties.renewal_mode, { type: "string", enum: ["renew", "expire"] })
        assert.deepStrictEqual(inputSchema.properties.transfer_lock, { type: "boolean" })
        assert.isFalse(inputSchema.additionalProperties)
      }))
  })
})
