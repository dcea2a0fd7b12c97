import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

/** The command line over a new database with an organization. */
const installation = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )
  const database = ["--database", `sqlite:${join(folder, "data.sqlite")}`]
  const { printed: organization } = yield* run(["organizations", "create", ...database, "--name", "ACME"])
  const command = (name: string, ...rest: ReadonlyArray<string>) => run(["prices", name, ...database, ...rest])
  const file = (name: string) => join(folder, name)
  const written = (name: string, content: string | Uint8Array) =>
    Effect.as(Effect.promise(() => writeFile(file(name), content)), file(name))
  const contents = (name: string) => Effect.promise(() => readFile(file(name), "utf8"))
  return { organization, command, file, written, contents }
})

const header = "price_list,product_type,product_action,product_class,period,price,currency,valid_from"

describe("namewright prices", () => {
  it.live("imports a file or nothing, and exports the same form", () =>
    Effect.gen(function*() {
      const { command, contents, file, organization, written } = yield* installation
      const good = yield* written(
        "good.csv",
        `\uFEFF${header}\n${organization},domain,create,com,1y,8.50,EUR,2026-01-01\n\n`
          + `${organization},domain,create,com,1y,"",EUR,2027-01-01T12:00:00+01:00\n`
      )
      const trial = yield* command("import", good, "--dry-run")
      assert.strictEqual(trial.printed, "2 lines of 1 lists can be imported; nothing is stored")
      const listed = ["--list", organization] as const
      assert.strictEqual((yield* command("list", ...listed)).printed, "")
      assert.strictEqual((yield* command("import", good)).printed, "2 lines of 1 lists are imported")
      assert.strictEqual(
        (yield* command("list", ...listed)).printed,
        [
          `${organization}  domain  com  create  1y  8.50 EUR  from 2026-01-01`,
          `${organization}  domain  com  create  1y  no price  from 2027-01-01T11:00:00Z`
        ].join("\n")
      )
      const held = yield* command("list", "--product", "domain", "--class", "com", "--valid-at", "2026-06-01")
      assert.match(held.printed, /^default {2}domain {2}com {2}create {2}1y {2}9.50 EUR {2}from 1970-01-01\n/)
      assert.include(held.printed, `${organization}  domain  com  create  1y  8.50 EUR`)
      assert.notInclude(held.printed, "no price")

      const exported = yield* command("export", ...listed, file("out.csv"))
      assert.strictEqual(exported.printed, `2 lines are written to ${file("out.csv")}`)
      const text = [
        header,
        `${organization},domain,create,com,1y,8.50,EUR,2026-01-01`,
        `${organization},domain,create,com,1y,,EUR,2027-01-01T11:00:00Z`,
        ""
      ].join("\r\n")
      assert.strictEqual(yield* contents("out.csv"), text)
      assert.strictEqual((yield* command("import", file("out.csv"))).printed, "2 lines of 1 lists are imported")
      yield* command("export", ...listed, file("again.csv"))
      assert.strictEqual(yield* contents("again.csv"), text)
    }).pipe(Effect.scoped))

  it.live("refuses files with every problem, and stores nothing", () =>
    Effect.gen(function*() {
      const { command, file, organization, written } = yield* installation
      const refusal = Effect.fnUntraced(function*(content: string | Uint8Array) {
        const { complaint } = yield* command("import", yield* written("bad.csv", content))
        return complaint
      })
      assert.match(yield* refusal(""), /without price_list, product_type, .*; expected price_list,product_type,/)
      assert.match(yield* refusal(`${header},note\n`), /with unknown columns "note"/)
      assert.match(yield* refusal(`${header},price\n`), /with a column twice/)
      assert.match(yield* refusal(`${header}\ndefault,domain\n`), /expected 8 cells in each line\nline 2: 2 cells/)
      assert.match(yield* refusal(`${header}\n"default,domain`), /Quote Not Closed/)
      assert.match(yield* refusal(new Uint8Array([0xC3, 0x28])), /not encoded in UTF-8/)
      assert.match((yield* command("import", file("none.csv"))).complaint, /none\.csv/)
      const complaint = yield* refusal([
        header,
        `${organization},domain,create,com,1y,8.50,EUR,2026-01-01`,
        `${organization},domain,create,com,1y,8.505,USD,2026-13-01`,
        `organization_${"0".repeat(26)},domain,create,com,1y,8.50,EUR,`
      ].join("\n"))
      assert.strictEqual(complaint.split("\n").length, 4, complaint)
      assert.match(
        complaint,
        /line 3: price: expected an amount like 9.50.*\nline 3: valid_from: .*\nline 4: price_list: no /
      )
      assert.strictEqual((yield* command("list", "--list", organization)).printed, "")
    }).pipe(Effect.scoped))

  it.live("sets and removes single prices", () =>
    Effect.gen(function*() {
      const { command, organization } = yield* installation
      const line = ["--list", organization, "--class", "de", "--action", "renew", "--currency", "EUR"]
      assert.strictEqual((yield* command("set", ...line, "--price", "3.20")).printed, "The price is set")
      yield* command("set", ...line, "--price", "3.50", "--valid-from", "2099-01-01")
      const current = Effect.map(
        command("list", "--list", organization),
        ({ printed }) => printed.split("\n").map((text) => text.split("  ").slice(5).join(" "))
      )
      assert.match((yield* current).join(), /^3\.20 EUR from \S+,3\.50 EUR from 2099-01-01$/)
      const planned = yield* command("remove", ...line, "--valid-from", "2099-01-01")
      assert.strictEqual(planned.printed, "The line is removed")
      assert.lengthOf(yield* current, 1)
      const ended = yield* command("remove", ...line)
      assert.strictEqual(ended.printed, "The list has no such price any longer")
      assert.strictEqual((yield* command("list", "--list", organization, "--valid-at", "now")).printed, "")
      const refused = yield* command("set", ...line, "--price", "free", "--period", "3y")
      assert.match(refused.complaint, /^--period: expected 1y, 1m, .*\n--price: expected an amount/)
      const late = yield* command("list", "--valid-at", "soon")
      assert.match(late.complaint, /^--valid-at: expected now, a date/)
    }).pipe(Effect.scoped))
})
