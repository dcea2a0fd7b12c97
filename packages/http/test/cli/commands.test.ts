import { assert, describe, it } from "@effect/vitest"
import { SqliteClient } from "@namewright/adapters-sqlite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const lineOf = (printed: string, label: string) => new RegExp(`^${label}: (.+)$`, "m").exec(printed)?.[1] ?? ""

describe("namewright", () => {
  it.live("makes an organization and keys of it, and revokes them", () =>
    Effect.gen(function*() {
      const database = `sqlite:${join(yield* folder, "new", "data.sqlite")}`
      const made = yield* run([
        "organizations",
        "create",
        "--database",
        database,
        "--name",
        "ACME",
        "--credit",
        "12.50"
      ])
      const organization = made.printed.trim()
      assert.match(organization, /^organization_/)
      const about = ["--database", database, "--organization", organization]

      const created = yield* run(["keys", "create", ...about, "--name", "web", "--role", "viewer"])
      assert.match(lineOf(created.printed, "API key"), /^dwk_test_/)
      const id = lineOf(created.printed, "Id")
      const listed = yield* run(["keys", "list", ...about])
      assert.match(listed.printed, new RegExp(`^${id}  active  viewer  web`))
      assert.notInclude(listed.printed, "dwk_")

      const restricted = ["--only-name", "example.com", "--only-rrset", "_acme-challenge.*=TXT,CAA", "--network", "::1"]
      yield* run(["keys", "create", ...about, "--name", "acme", ...restricted, "--expires-at", "2099-01-01"])
      assert.include(
        (yield* run(["keys", "list", ...about])).printed,
        "never used  restricted to {\"names\":[\"example.com\"],"
          + "\"rrsets\":[{\"name\":\"_acme-challenge.*\",\"types\":[\"TXT\",\"CAA\"]}],\"networks\":[\"::1/128\"]}"
      )

      assert.include((yield* run(["keys", "revoke", ...about, "--key", id])).printed, "is revoked")
      assert.include((yield* run(["keys", "list", ...about])).printed, "revoked")

      const stranger = "organization_00000000000000000000000000"
      const refused = yield* run(["keys", "list", "--database", database, "--organization", stranger])
      assert.strictEqual(refused.complaint, `No organization ${stranger}`)
    }).pipe(Effect.scoped))

  it.live(
    "makes users who can sign in, gives them roles and passwords, and deletes them",
    () =>
      Effect.gen(function*() {
        const database = ["--database", `sqlite:${join(yield* folder, "data.sqlite")}`]
        const organization = (yield* run(["organizations", "create", ...database, "--name", "ACME"])).printed.trim()
        const about = [...database, "--organization", organization]
        const person = (
          name: string
        ) => ["--username", name, "--email", `${name}@example.org`, "--first-name", "Ada", "--last-name", "Lovelace"]
        const ada = yield* run(["users", "create", ...about, ...person("ada"), "--role", "admin"])
        assert.match(lineOf(ada.printed, "Id"), /^user_/)
        assert.match(lineOf(ada.printed, "Password"), /^(?:[a-z2-9]{5}-){3}[a-z2-9]{5}$/)
        const grace = yield* run(["users", "create", ...about, ...person("grace"), "--password", "none"])
        assert.notInclude(grace.printed, "Password")
        const page = ["--base-url", "https://names.example", "--mail-from", "Names <noreply@names.example>"]
        const invited = yield* run(["users", "invite", ...database, ...page, "--user", "grace"])
        assert.strictEqual(invited.printed, "grace gets a mail with a link to set a password")
        const twice = yield* run(["users", "invite", ...database, "--user", "ada"])
        assert.strictEqual(twice.complaint, "This user has a password already")
        const elsewhere = yield* run(["users", "invite", ...database, "--realm", "none", "--user", "grace"])
        assert.strictEqual(elsewhere.complaint, "People set no passwords in this installation")
        const listed = Effect.map(
          run(["users", "list", ...about]),
          ({ printed }) => printed.split("\n").map((line) => line.split("  ").slice(1, 3))
        )
        assert.deepStrictEqual(yield* listed, [["admin", "ada"], ["viewer", "grace"]])

        const refused = yield* run(["users", "create", ...about, ...person("linus"), "--role", "pilot"])
        assert.strictEqual(refused.complaint, "No role pilot")
        yield* run(["users", "role", ...database, "--user", "grace@example.org", "--role", "none"])
        assert.deepStrictEqual(yield* listed, [["admin", "ada"], ["no role", "grace"]])

        const piped = yield* run(
          ["users", "password", ...database, "--user", lineOf(grace.printed, "Id"), "--password", "stdin"],
          {},
          "correct horse battery\n"
        )
        assert.strictEqual(piped.complaint, "")
        assert.notInclude(piped.printed, "horse")
        const weak = yield* run(
          ["users", "password", ...database, "--user", "grace", "--password", "stdin"],
          {},
          "weak"
        )
        assert.strictEqual(weak.complaint, "password: Expected at least 12 characters")
        const none = yield* run(["users", "password", ...database, "--user", "grace", "--password", "stdin"])
        assert.strictEqual(none.complaint, "STDIN contains no password")
        const made = yield* run(["users", "password", ...database, "--user", "grace", "--remove-second-factor"])
        assert.match(lineOf(made.printed, "Password"), /-/)
        const keys = ["signing-keys", "rotate", ...database]
        const first = (yield* run(keys)).printed.trim().split("\n")
        const second = (yield* run(keys)).printed.trim().split("\n")
        assert.deepStrictEqual([first.length, second.length], [2, 3])
        for (const [line = "", ...old] of [first, second]) {
          assert.match(line, /^\S+ {2}signs$/)
          for (const text of old) assert.match(text, /^\S+ {2}verifies until 20\d\d-/)
        }
        const factors = yield* run(["users", "second-factors", ...database, "--user", "grace"])
        assert.strictEqual(factors.printed.trim(), "Authenticator: no\nPasskeys: 0\nUnused backup codes: none")

        assert.include((yield* run(["users", "delete", ...database, "--user", "grace"])).printed, "is deleted")
        assert.strictEqual((yield* run(["users", "delete", ...database, "--user", "grace"])).complaint, "No user grace")
        const last = yield* run(["users", "delete", ...database, "--user", "ada"])
        assert.include(last.complaint, "last administrator")
      }).pipe(Effect.scoped),
    60_000
  )

  it.live("makes an organization with the owner who gives the role admin", () =>
    Effect.gen(function*() {
      const database = ["--database", `sqlite:${join(yield* folder, "data.sqlite")}`, "--environment", "production"]
      const create = ["organizations", "create", ...database, "--name", "ACME"]
      const owner = ["--owner", "ada", "--owner-email", "ada@example.org"]
      const name = ["--owner-first-name", "Ada", "--owner-last-name", "Lovelace"]
      const incomplete = yield* run([...create, ...owner])
      assert.strictEqual(incomplete.complaint, "An owner needs --owner-first-name, --owner-last-name as well")

      const made = yield* run([...create, ...owner, ...name])
      const [organization = ""] = made.printed.split("\n")
      assert.match(organization, /^organization_/)
      assert.match(lineOf(made.printed, "Password"), /^(?:[a-z2-9]{5}-){3}[a-z2-9]{5}$/)
      const about = [...database, "--organization", organization]
      assert.match((yield* run(["users", "list", ...about])).printed, /^user_\w+  owner  ada /)
      assert.match(
        lineOf((yield* run(["keys", "create", ...about, "--name", "first"])).printed, "API key"),
        /^dwk_live_/
      )

      const taken = yield* run([...create, ...owner, ...name])
      assert.include(taken.complaint, "is taken")
      const weak = yield* run(
        [...create, "--owner", "eve", "--owner-email", "eve@example.org", ...name, "--owner-password", "stdin"],
        {},
        "weak"
      )
      assert.strictEqual(weak.complaint, "password: Expected at least 12 characters")
      assert.strictEqual((yield* run(["users", "password", ...database, "--user", "eve"])).complaint, "No user eve")
    }).pipe(Effect.scoped))

  it.live("does not serve sign-in pages behind an unknown proxy", () =>
    Effect.gen(function*() {
      const database = ["--database", `sqlite:${join(yield* folder, "data.sqlite")}`]
      const settings = [...database, "--base-url", "https://names.example", "--dns-port", "none"]
      const refused = yield* run(["serve", ...settings])
      assert.match(refused.complaint, /^--trusted-proxies: /)
      assert.include((yield* run(["doctor", ...settings])).printed, "--trusted-proxies: ")
      const named = yield* run(["doctor", ...settings, "--trusted-proxies", "127.0.0.1"])
      assert.include(named.printed, "127.0.0.1 name the caller")
      const none = yield* run(["doctor", ...settings, "--trusted-proxies", "none"])
      assert.include(none.printed, "callers connect directly")
    }).pipe(Effect.scoped))

  it.live("migrates once, and prints the SQL for databases that others run", () =>
    Effect.gen(function*() {
      const database = `sqlite:${join(yield* folder, "data.sqlite")}`
      assert.match((yield* run(["migrate", "--database", database])).printed, /^0001_baseline\nRan 1 migration: /)
      assert.match((yield* run(["migrate", "--database", database])).printed, /^The schema is up to date/)
      assert.match((yield* run(["migrate", "--print", "pg"])).printed, /^BEGIN;\nCREATE TABLE/)
    }).pipe(Effect.scoped))

  it.live("prints the OpenAPI document for the address that callers use", () =>
    Effect.gen(function*() {
      const { printed } = yield* run(["openapi"], { NAMEWRIGHT_BASE_URL: "https://api.example/" })
      const document = JSON.parse(printed) as { readonly servers: ReadonlyArray<{ readonly url: string }> }
      assert.strictEqual(document.servers[0]?.url, "https://api.example")
    }))

  it.live("says everything that is wrong with its settings in one go", () =>
    Effect.gen(function*() {
      const file = join(yield* folder, "namewright.json")
      yield* Effect.promise(() => writeFile(file, JSON.stringify({ enviroment: "sandbox" })))
      const { complaint, ok } = yield* run(["serve", "--port", "many", "--config", file], {
        NAMEWRIGHT_LOG_FORMAT: "xml"
      })
      assert.isFalse(ok)
      assert.deepStrictEqual(complaint.split("\n").slice(1).map((line) => line.trim().split(":")[0]), [
        file,
        "--port",
        "NAMEWRIGHT_LOG_FORMAT"
      ])
    }).pipe(Effect.scoped))

  it.live("names a database that cannot be reached in one line, without its password", () =>
    Effect.gen(function*() {
      const { complaint } = yield* run(["serve", "--port", "0", "--database", "postgres://me:secret@127.0.0.1:1/names"])
      assert.match(complaint, /^The database cannot be opened \(PostgreSQL, 127\.0\.0\.1:1\/names\): .*ECONNREFUSED/)
      assert.notInclude(complaint, "secret")
      assert.notInclude(complaint, "\n")
    }))

  it.live("names a port that is in use in one line", () =>
    Effect.gen(function*() {
      const port = yield* busyPort
      const { complaint } = yield* run(["serve", "--port", String(port), "--database", "sqlite::memory:"])
      assert.strictEqual(
        complaint,
        `Port ${port} of 127.0.0.1 is in use; choose another one with --port, or 0 for a free one`
      )
    }).pipe(Effect.scoped))

  it.live("names a port for zones that is in use in one line", () =>
    Effect.gen(function*() {
      const port = String(yield* busyPort)
      const database = ["--port", "0", "--database", "sqlite::memory:", "--dns-port", port]
      const complaint = `Port ${port} of 127.0.0.1 is in use; choose another one with --dns-port, or 0 for a free one`
      assert.strictEqual((yield* run(["serve", ...database])).complaint, complaint)
      const doctor = yield* run(["doctor", ...database])
      assert.include(doctor.printed, complaint)
    }).pipe(Effect.scoped))

  it.live("refuses a database that a later version has migrated", () =>
    Effect.gen(function*() {
      const filename = join(yield* folder, "data.sqlite")
      yield* run(["migrate", "--database", `sqlite:${filename}`])
      yield* Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO namewright_migrations (migration_id, name) VALUES (9999, 'later')`
      ).pipe(Effect.provide(SqliteClient.layer({ filename })))
      const served = yield* run(["serve", "--port", "0", "--database", `sqlite:${filename}`])
      assert.include(served.complaint, "The database has schema 9999 of a later version")
      const doctor = yield* run(["doctor", "--port", "0", "--database", `sqlite:${filename}`])
      assert.include(doctor.printed, "its schema 9999 is newer than that of this program")
      assert.isFalse(doctor.ok)
    }).pipe(Effect.scoped))

  it.live("finds what it needs, and reports settings that production lacks", () =>
    Effect.gen(function*() {
      const sandbox = yield* run(["doctor", "--port", "0", "--database", "sqlite::memory:"])
      assert.isTrue(sandbox.ok, sandbox.printed)
      const production = yield* run([
        "doctor",
        "--port",
        "0",
        "--database",
        "sqlite::memory:",
        "--environment",
        "production"
      ])
      assert.include(production.printed, "--base-url should be the https address")
      assert.include(production.printed, "not sent without --smtp-url")
      const nowhere = yield* run(["doctor", "--port", "0", "--database", "postgres://me:secret@127.0.0.1:1/names"])
      assert.include(nowhere.printed, "ECONNREFUSED")
      assert.strictEqual(nowhere.complaint, "1 of 16 checks found a problem")
    }))

  it.live("explains what HTTPS lacks, and refuses to start without it", () =>
    Effect.gen(function*() {
      const secure = ["--port", "0", "--database", "sqlite::memory:", "--tls", "acme"]
      const pending = yield* run([
        "doctor",
        ...secure,
        "--base-url",
        "https://app.namewright.test",
        "--http-port",
        "none"
      ])
      assert.isTrue(pending.ok, pending.printed)
      assert.include(pending.printed, "app.namewright.test has no certificate yet; it is ordered at the start")
      assert.include(pending.printed, "authorities need port 80")
      const production = ["--environment", "production", "--acme-key-id", "one"]
      for (const command of ["doctor", "serve"]) {
        const refused = yield* run([command, ...secure, ...production])
        const said = `${refused.printed}${refused.complaint}`
        assert.include(said, "--acme-accept-terms: expected true")
        assert.include(said, "--acme-key-id and --acme-hmac-key: expected both or none")
        assert.include(said, "--base-url: --tls needs the https address")
      }
      const files = yield* run(
        "doctor --port 0 --database sqlite::memory: --base-url https://app.namewright.test --http-port 0 --tls files --tls-cert /nowhere.pem --tls-key /nowhere.pem"
          .split(" ")
      )
      assert.include(files.printed, "--tls-cert and --tls-key cannot be read")
    }))
})

/** Port in use until the test ends. */
const busyPort = Effect.acquireRelease(
  Effect.promise(() =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => resolve(server))
    })
  ),
  (server) => Effect.sync(() => server.close())
).pipe(Effect.map((server) => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}))
