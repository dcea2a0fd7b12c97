import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { runCopied, servedProcess } from "../packages/http/test/cli/ServedProcess.ts"
import { newestClient } from "../packages/http/test/mcp/OfficialClients.ts"
import { requires } from "./requires.ts"

const printedAs = (name: string, printed: string): string =>
  new RegExp(`^${name}: (\\S+)$`, "m").exec(printed)?.[1] ?? assert.fail(`The summary has no ${name}`)

/** The line that registers a domain, for a different domain. */
const registration = (printed: string, name: string): string =>
  (/^curl .*$/m.exec(printed)?.[0] ?? "").replace("my-first-domain.com", name)

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

describe("an AI client", () => {
  it.live(
    "signs in at the server of npm start, previews a bulk change, has it approved, and watches the batch",
    () =>
      Effect.gen(function*() {
        const server = yield* servedProcess(["--database", "sqlite::memory:"])
        yield* Effect.promise(async () => {
          const printed = server.printed()
          for (const name of ["sale-1.com", "sale-2.com", "keep.com"]) await runCopied(registration(printed, name))
          const person = { username: printedAs("Username", printed), password: printedAs("Password", printed) }
          const { asked, client } = await newestClient(server.url, person)
          const call = async (name: string, input: Record<string, unknown> = {}): Promise<any> =>
            (await client.callTool({ name, arguments: input })).structuredContent

          const expiring = await call("portfolio_query", {
            expires_before: inDays(400),
            fields: ["name"],
            sort_by: "name",
            sort_order: "asc"
          })
          assert.deepStrictEqual(expiring.items.map((domain: any) => domain.name), [
            "keep.com",
            "sale-1.com",
            "sale-2.com"
          ])

          const change = {
            templateType: "domain_update_bulk",
            template: { renewal_mode: "expire" },
            selector: { search: "sale", expires_before: inDays(400).slice(0, 10) }
          }
          const preview = await call("bulk_preview", change)
          assert.deepStrictEqual([preview.status, preview.matchedDomains], ["dry_run", 2])
          const submitted = await call("bulk_submit", { ...change, label: "End of sale" })
          assert.strictEqual(submitted.status, "ok")
          assert.lengthOf(asked, 1)
          assert.include(asked[0], "domain_update_bulk for 2 domains")

          const { batch_id } = submitted.data
          const watched = async (): Promise<any> => {
            const status = await call("job_batch_status", { batchId: batch_id })
            return status.progress_percentage === 100 ? status : watched()
          }
          assert.strictEqual((await watched()).job_counts.succeeded, 2)
          const modes = await call("portfolio_query", {
            fields: ["name", "renewal_mode"],
            sort_by: "name",
            sort_order: "asc"
          })
          assert.deepStrictEqual(modes.items, [
            { name: "keep.com", renewal_mode: "renew" },
            { name: "sale-1.com", renewal_mode: "expire" },
            { name: "sale-2.com", renewal_mode: "expire" }
          ])
          await client.close()
        })
      }).pipe(Effect.scoped),
    { ...requires("curl"), timeout: 60_000 }
  )
})
