import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform } from "@namewright/core/embed"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

/** A database with an organization whose document has two versions, and the command line over it. */
const installation = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )
  const filename = join(folder, "data.sqlite")
  const database = ["--database", `sqlite:${filename}`]
  const created = yield* run(["organizations", "create", ...database, "--name", "ACME"])
  const organization = created.printed.trim()
  const command = (name: string, ...flags: ReadonlyArray<string>) =>
    run(["branding", name, ...database, "--organization", organization, ...flags])
  return { command, database, filename, organization }
})

describe("namewright branding", () => {
  it.live("sets, checks and removes the address of mails", () =>
    Effect.gen(function*() {
      const { command } = yield* installation
      const none = "The organization has no address for mails"
      assert.strictEqual((yield* command("sender")).printed, none)
      const domain = ["--mail-spf-domain", "_spf.mailing.invalid"]
      const { printed } = yield* command("sender", ...domain, "--address", "mails@nordhost.invalid")
      const [head, ...records] = printed.split("\n")
      assert.strictEqual(head, "mails@nordhost.invalid  pending")
      assert.match(
        records[0] ?? "",
        /^missing {2}m[0-9a-f]{10}\._domainkey\.nordhost\.invalid {2}TXT {2}v=DKIM1; k=rsa; p=/
      )
      assert.deepStrictEqual(records.slice(1), [
        "missing  nordhost.invalid  TXT  v=spf1 include:_spf.mailing.invalid ~all",
        "missing  _dmarc.nordhost.invalid  TXT  v=DMARC1; p=none"
      ])
      assert.strictEqual((yield* command("sender", "--remove")).printed, none)
    }).pipe(Effect.scoped))

  it.live("lists configurations", () =>
    Effect.gen(function*() {
      const { database, filename, organization } = yield* installation
      const list = run(["branding", "configurations", ...database])
      assert.strictEqual((yield* list).printed, "There are no white-label configurations")
      const ordered = yield* Effect.promise(async () => {
        await using platform = createPlatform({
          storage: sqlite({ filename }),
          dns: { operators: [organization] },
          whitelabel: { zone: "brands.example", addresses: { ipv4: ["192.0.2.1"], ipv6: [] } }
        })
        await platform.operator.wallets.topUp({ organization_id: organization, amount: "100.00", reference: "one" })
        const { branding, zones } = platform.as(organization, "admin")
        await zones.create({ name: "brands.example" })
        return await branding.create({ tier: "base", label: "acme", period: { unit: "m", value: 1 } })
      })
      assert.deepStrictEqual((yield* list).printed.split("  "), [
        ordered.subscribable_id,
        organization,
        "base",
        "provisioning",
        "app.acme.brands.example"
      ])
    }).pipe(Effect.scoped))

  it.live("lists assets", () =>
    Effect.gen(function*() {
      const { command, filename, organization } = yield* installation
      assert.strictEqual((yield* command("assets")).printed, "The organization has no assets")
      const uploaded = yield* Effect.promise(async () => {
        await using platform = createPlatform({ storage: sqlite({ filename }) })
        const { branding } = platform.as(organization, "admin")
        const file = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><rect/></svg>").toString("base64")
        const asset = await branding.uploadAsset({ file })
        assert.deepStrictEqual(await branding.assets(), [asset])
        const unused = await branding.uploadAsset({ file: Buffer.from("wOF2").toString("base64") })
        await branding.removeAsset(unused.asset_id)
        return asset
      })
      const [line = "", ...others] = (yield* command("assets")).printed.split("\n")
      assert.deepStrictEqual(others, [])
      const [id, , ...rest] = line.split("  ")
      assert.deepStrictEqual([id, ...rest.slice(0, 2)], [
        uploaded.asset_id,
        "image/svg+xml",
        `${uploaded.size_bytes} bytes`
      ])
      assert.match(line, /\/console\/brand\/[0-9a-f]{64}\.svg$/)
    }).pipe(Effect.scoped))

  it.live("lists, prints and restores versions of a document", () =>
    Effect.gen(function*() {
      const { command, filename, organization } = yield* installation
      assert.strictEqual((yield* command("versions")).printed, "The organization has no branding document")
      yield* Effect.promise(async () => {
        await using platform = createPlatform({ storage: sqlite({ filename }) })
        const { branding } = platform.as({
          organization_id: organization,
          role: "admin",
          user: { id: "u-7", name: "Ada" }
        })
        await branding.saveDocument({ brand: { name: "First" } })
        await branding.saveDocument({ brand: { name: "Second" } })
      })
      const first = ["--version-number", "1"]
      assert.deepStrictEqual(JSON.parse((yield* command("show", ...first)).printed), { brand: { name: "First" } })
      assert.include((yield* command("restore", ...first)).printed, "is that of version 1")
      const lines = (yield* command("versions")).printed.split("\n").map((line) => line.split("  "))
      assert.deepStrictEqual(lines.map(([number, , ...rest]) => [number, ...rest]), [
        ["3", "the platform", "restored from 1"],
        ["2", "host_user:u-7"],
        ["1", "host_user:u-7"]
      ])
      assert.include((yield* command("show", "--version-number", "4")).complaint, "no version 4")
    }).pipe(Effect.scoped))
})
