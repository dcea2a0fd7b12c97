import { BrandingDocumentStore, WhitelabelStore } from "@namewright/core/branding"
import { OrganizationId } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { spawn } from "node:child_process"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { testSize } from "../../../../../test/testSize.ts"
import { crashingBundle } from "../../domains/crashingBundle.ts"
import { baseZone, brandingPlatform, hasCertificate, hasClient, recordsOf } from "./BrandingPlatform.ts"

const hostname = "delegated-killed.com"

/** Exit code of the process; undefined if it was killed. */
const run = (script: string, ...args: ReadonlyArray<string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "ignore", "pipe"] })
    let errors = ""
    child.stderr.on("data", (chunk) => errors += String(chunk))
    child.once("exit", (code, signal) =>
      signal === "SIGKILL" ? resolve(undefined) : code === 0 ? resolve(0) : reject(new Error(errors)))
  })

const maximumSteps = 400

/** Odd, so that processes are killed before commits and after them. */
const stride = testSize(13, 13, "NAMEWRIGHT_KILL_STRIDE")

/** A caller that got no response sends its requests again, after the leases of the killed process have ended. */
const recovered = async (filename: string, organization_id: string, step: string) => {
  await using platform = await brandingPlatform({ filename, now: new Date(Date.now() + 3_600_000) }, false)
  const { branding, transactions } = platform.as(organization_id, "admin")
  const before = await branding.configuration().catch(() => undefined)
  if (before === undefined) {
    await branding.create({
      tier: "plus",
      label: "killed",
      period: { unit: "y", value: 1 },
      hostname,
      auth_subdomain: "login",
      create_zone: true
    })
  }
  await platform.clock.advance({ hours: 1 })
  await branding.update({ label: "moved" })
  await platform.clock.advance({ hours: 1 })
  const config = await branding.configuration()
  assert.deepInclude(config, { onboarding_status: "active", base_label: "moved", hostname, failure_code: null }, step)
  const hosts = ["app.moved", "auth.moved"].map((host) => `${host}.${baseZone}`)
  const own = [hostname, `login.${hostname}`]
  const rows = await platform.runtime.runPromise(
    Effect.flatMap(WhitelabelStore, (store) => store.hosts(config.whitelabel_branding_id as never))
  )
  assert.sameMembers(
    rows.map(({ hostname: name, state }) => `${name} ${state}`),
    [...hosts, ...own].map((name) => `${name} serving`)
  )
  assert.sameMembers(
    [...await recordsOf(platform, baseZone)],
    hosts.flatMap((name) => [`${name}. A`, `${name}. AAAA`]),
    step
  )
  assert.sameMembers(
    [...await recordsOf(platform, hostname)],
    own.flatMap((name) => [`${name}. A`, `${name}. AAAA`]),
    step
  )
  assert.isTrue(await hasCertificate(platform, ...hosts))
  assert.isTrue(await hasCertificate(platform, ...own))
  assert.isFalse(await hasCertificate(platform, `app.killed.${baseZone}`, `auth.killed.${baseZone}`), step)
  assert.isTrue(await hasClient(platform, organization_id))
  const { auth } = await platform.runtime.runPromise(
    Effect.flatMap(BrandingDocumentStore, (store) => store.find(OrganizationId.make(organization_id)))
  )
  assert.strictEqual(Option.getOrNull(Option.fromNullOr(auth))?.client_id, `wl-${organization_id}`)
  const { items } = await transactions.page({ page_size: 100 })
  const charges = items.filter(({ product_type }) => product_type === "whitelabel_branding_plus")
  assert.deepStrictEqual(charges.map(({ action, status }) => `${action} ${status}`), ["create succeeded"], step)
}

describe("A process that is killed while it sets up a configuration", () => {
  it("leaves one that another process completes and charges once", async () => {
    const folder = mkdtempSync(join(tmpdir(), "namewright-onboarding-"))
    try {
      const script = await Effect.runPromise(crashingBundle(folder, join(import.meta.dirname, "onboardingProcess.ts")))
      const base = join(folder, "base.sqlite")
      const platform = await brandingPlatform({ filename: base, now: new Date() })
      const { organization_id } = await platform.create.organization()
      await platform.dispose()
      let steps = 0
      for (let finished = false; !finished; steps += stride) {
        assert.isBelow(steps, maximumSteps)
        const step = `step ${steps + 1}`
        const file = join(folder, `${steps + 1}.sqlite`)
        copyFileSync(base, file)
        finished = await run(script, file, organization_id, baseZone, hostname, String(steps + 1)) === 0
        await recovered(file, organization_id, step)
        rmSync(file)
      }
      // Commits of the requests, of the steps of both onboardings, and of the certificates.
      assert.isAtLeast(steps, 100)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
