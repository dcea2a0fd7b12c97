import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { storedDomain } from "../domains/storedDomain.ts"
import { RealmServer } from "../realm/RealmServer.ts"
import { earlierClient, newestClient } from "./OfficialClients.ts"

const label = {
  name: "call_operation",
  arguments: { operationId: "createTag", body: { type: "DOMAIN", label: "vip" } }
}
const labels = { name: "call_operation", arguments: { operationId: "listTags" } }

const read = (name: string) => ({
  name: "portfolio_query",
  arguments: { search: name, fields: ["name", "renewal_mode"] }
})

/** Calls that each tool refuses to a user without permissions, with the text of the reason. */
const refused: ReadonlyArray<readonly [name: string, input: Record<string, unknown>, hint: string]> = [
  ["portfolio_summary", {}, "ERROR_PERMISSION_DENIED"],
  ["portfolio_query", {}, "ERROR_PERMISSION_DENIED"],
  ["portfolio_query", { page: 0 }, "page"],
  ["search_operations", { query: 7 }, "query"],
  ["describe_operation", { operationId: "renew_domains" }, "renewDomain"],
  ["describe_operation", {}, "operationId"],
  ["call_operation", { operationId: "listTags" }, "ERROR_PERMISSION_DENIED"],
  ["call_operation", { operationId: "renew_domains" }, "renewDomain"],
  ["bulk_preview", { templateType: "domain_update_bulk", template: {}, selector: {} }, "ERROR_PERMISSION_DENIED"],
  ["bulk_preview", { templateType: "domain_update_bulk", template: { x: 1 }, selector: {} }, "template.x"],
  ["bulk_submit", { templateType: "other", template: {}, selector: {} }, "templateType"],
  ["job_batch_status", { batchId: "batch_01h455vb4pex5vsknk084sn02q" }, "ERROR_PERMISSION_DENIED"],
  ["job_batch_status", {}, "batchId"],
  ["job_batch_control", { batchId: "batch_1", action: "pause", errorClass: ["TimeoutError"] }, "errorClass"]
]

/** What a client shows of results that its tool refused; the client holds each against the schema of the tool. */
const hintsOf = async (
  client: {
    readonly listTools: () => Promise<unknown>
    readonly callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<any>
  }
) => {
  await client.listTools()
  for (const [name, input, hint] of refused) {
    const { content, isError, structuredContent } = await client.callTool({ name, arguments: input })
    const call = `${name} ${JSON.stringify(input)}`
    assert.isTrue(isError, call)
    assert.include(content[0].text, hint, call)
    assert.deepStrictEqual(JSON.parse(content[0].text), structuredContent, call)
  }
}

layer(RealmServer.layer, { excludeTestServices: true })("the official clients", (it) => {
  it.effect("of revision 2026-07-28 sign in, read, and write after an accepted form", () =>
    Effect.gen(function*() {
      const { person, url } = yield* RealmServer
      const ada = yield* person()
      yield* storedDomain(ada.user.organization_id, "by-form.example", { renewal_mode: "renew" })
      yield* Effect.promise(async () => {
        const { asked, client } = await newestClient(url, ada)
        assert.lengthOf((await client.listTools()).tools, 9)
        const found: any = (await client.callTool(read("by-form"))).structuredContent
        assert.deepStrictEqual(found.items, [{ name: "by-form.example", renewal_mode: "renew" }])
        const written: any = (await client.callTool(label)).structuredContent
        assert.deepStrictEqual([written.status, written.httpStatus, written.data.label], ["ok", 201, "vip"])
        assert.lengthOf(asked, 1)
        assert.include(asked[0], "Risk: writes data")
        const tags: any = (await client.callTool(labels)).structuredContent
        assert.deepStrictEqual(tags.data.items.map((tag: any) => tag.label), ["vip"])
        await client.close()
      })
    }))

  it.effect("of earlier revisions sign in, read, and write with the returned token", () =>
    Effect.gen(function*() {
      const { person, url } = yield* RealmServer
      const eve = yield* person()
      yield* storedDomain(eve.user.organization_id, "by-token.example", { renewal_mode: "renew" })
      yield* Effect.promise(async () => {
        const client = await earlierClient(url, eve)
        assert.lengthOf((await client.listTools()).tools, 9)
        const found: any = (await client.callTool(read("by-token"))).structuredContent
        assert.deepStrictEqual(found.items, [{ name: "by-token.example", renewal_mode: "renew" }])
        const asked: any = (await client.callTool(label)).structuredContent
        assert.strictEqual(asked.status, "confirmation_required")
        const none: any = (await client.callTool(labels)).structuredContent
        assert.strictEqual(none.data.total, 0)
        const { confirmationToken } = asked
        const confirmed = { ...label, arguments: { ...label.arguments, confirmationToken } }
        const written: any = (await client.callTool(confirmed)).structuredContent
        assert.deepStrictEqual([written.status, written.httpStatus, written.data.label], ["ok", 201, "vip"])
        const again: any = (await client.callTool(confirmed)).structuredContent
        assert.strictEqual(again.status, "confirmation_required")
        await client.close()
      })
    }))

  it.effect("of each revision show the refusal of a tool", () =>
    Effect.gen(function*() {
      const { person, url } = yield* RealmServer
      const guest = yield* person({ role: null })
      yield* Effect.promise(async () => {
        const { client } = await newestClient(url, guest)
        await hintsOf(client)
        await client.close()
        const earlier = await earlierClient(url, guest)
        await hintsOf(earlier)
        await earlier.close()
      })
    }))

  it.effect("sign in at the read-only endpoint, and find no tool that writes", () =>
    Effect.gen(function*() {
      const { person, url } = yield* RealmServer
      const joan = yield* person()
      yield* Effect.promise(async () => {
        const { asked, client } = await newestClient(url, joan, "/mcp/readonly")
        const { tools } = await client.listTools()
        assert.notIncludeMembers(tools.map(({ name }) => name), ["bulk_submit", "job_batch_control"])
        assert.isTrue((await client.callTool(label)).isError)
        const none: any = (await client.callTool(labels)).structuredContent
        assert.deepStrictEqual([none.data.total, asked], [0, []])
        await client.close()
      })
    }))
})
