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

layer(RealmServer.layer, { excludeTestServices: true })("the official clients", (it) => {
  it.effect("of revision 2026-07-28 sign in, read, and write what their form was accepted for", () =>
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

  it.effect("of earlier revisions sign in, read, and write with the token that comes back", () =>
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

  it.effect("sign in at the endpoint that only reads, and find nothing there that writes", () =>
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
