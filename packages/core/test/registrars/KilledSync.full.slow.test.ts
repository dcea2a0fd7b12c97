import { assert, describe, it } from "@effect/vitest"
import { testPlatform } from "@namewright/testing"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { killStride } from "../../../../test/killStride.ts"
import { crashingBundle } from "../domains/crashingBundle.ts"
import { changingAccount, key } from "./changingAccount.ts"

/** True if the process had fewer steps, and ended normally. */
const run = (script: string, ...args: ReadonlyArray<string>) =>
  new Promise<boolean>((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "ignore", "pipe"] })
    let errors = ""
    child.stderr.on("data", (chunk) => errors += String(chunk))
    child.once("exit", (code, signal) =>
      signal === "SIGKILL" ? resolve(false) : code === 0 ? resolve(true) : reject(new Error(errors)))
  })

/** Later than the killed process worked, so that its leases have ended. */
const later = () => new Date(Date.now() + 3_600_000)

/** What is shown a few days later. A caller that got no response connects the account again. */
const recovered = async (filename: string, organization: string) => {
  const { change, driver } = changingAccount()
  change()
  await using platform = await testPlatform({ filename, now: later(), registrars: { OPENSRS: driver } })
  const caller = platform.as(organization, "admin")
  const before = await caller.registrars.page()
  const [
    credential = await caller.registrars.connect({
      name: "Old",
      registrar: "OPENSRS",
      credentials: { api_key: key }
    })
  ] = before.items
  await platform.clock.advance({ days: 4 })
  const { items } = await caller.domains.page({ sort: { by: "name", order: "asc" }, include: ["tags"] })
  const { domains } = await caller.domains.summary()
  return { credential: await caller.registrars.get(credential.registrar_credential_id), items, domains }
}

const maximumSteps = 400

describe("a process that is killed while it synchronises", () => {
  it("loses no domain, shows none twice, and counts them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "namewright-sync-"))
    try {
      const script = await Effect.runPromise(crashingBundle(folder, join(import.meta.dirname, "syncingProcess.ts")))
      const base = join(folder, "base.sqlite")
      const platform = await testPlatform({ filename: base })
      const { organization_id } = await platform.create.organization()
      await platform.dispose()
      for (let step = 1, finished = false; !finished; step += killStride) {
        assert.isBelow(step, maximumSteps)
        const file = join(folder, `${step}.sqlite`)
        copyFileSync(base, file)
        finished = await run(script, file, organization_id, String(step))
        const { credential, domains, items } = await recovered(file, organization_id)
        assert.deepStrictEqual(
          items.map(({ expires_on, name, status_tags }) =>
            `${name} ${expires_on?.slice(0, 4)} ${status_tags?.map(({ tag_type }) => tag_type).join()}`
          ),
          ["a.com 2030", "c.com 2031", "d.com 2030", "e.com 2030", "f.com 2030"].map((shown) => `${shown} EXTERNAL`),
          `step ${step}`
        )
        assert.deepStrictEqual(
          [credential.sync_status, credential.domain_count, domains.total_count, domains.by_status_tag["EXTERNAL"]],
          ["succeeded", 5, 5, 5],
          `step ${step}`
        )
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
