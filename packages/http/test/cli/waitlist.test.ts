import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

/** The command line over a new database. */
const installation = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )
  const database = ["--database", `sqlite:${join(folder, "data.sqlite")}`]
  const owner = [
    "--owner",
    "ada",
    "--owner-email",
    "ada@example.org",
    "--owner-first-name",
    "Ada",
    "--owner-last-name",
    "L"
  ]
  const created = yield* run(["organizations", "create", ...database, "--name", "ACME", ...owner])
  const command = (name: string, ...flags: ReadonlyArray<string>) => run(["waitlist", name, ...database, ...flags])
  return { organization: created.printed.split("\n")[0] ?? "", command }
})

describe("namewright waitlist", () => {
  it.live("offers products, invites organizations, and refuses decisions without an application", () =>
    Effect.gen(function*() {
      const { command, organization } = yield* installation
      const product = ["--product", "ai_concierge"]
      const texts = ["--name", "AI assistant", "--description", "Answers questions"]
      const at = ["--organization", organization]
      assert.include((yield* command("invite", ...product, ...at)).complaint, "No product ai_concierge")
      assert.strictEqual(
        (yield* command("offer", ...product, ...texts)).printed,
        "ai_concierge is offered; invite organizations to it"
      )
      assert.strictEqual((yield* command("products")).printed, "ai_concierge  AI assistant  Answers questions")
      const invited = yield* command("invite", ...product, ...at)
      assert.strictEqual(invited.printed, `${organization} is invited to ai_concierge`)
      const uninvited = yield* command("uninvite", ...product, ...at)
      assert.strictEqual(uninvited.printed, `${organization} is not invited to ai_concierge`)
      assert.strictEqual((yield* command("applications", ...product, "--status", "pending")).printed, "")
      assert.match((yield* command("grant", ...product, "--user", "ada")).complaint, /user_\w+ has not applied/)
      assert.include((yield* command("reject", ...product, "--user", "bob")).complaint, "No user bob")
    }).pipe(Effect.scoped))
})
