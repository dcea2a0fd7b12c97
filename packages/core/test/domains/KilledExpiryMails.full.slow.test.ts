import { assert, describe, it } from "@effect/vitest"
import { testPlatform } from "@namewright/testing"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { testSize } from "../../../../test/testSize.ts"
import { crashingBundle } from "./crashingBundle.ts"

/** True if the process had fewer steps, and ended normally. */
const run = (script: string, ...args: ReadonlyArray<string>) =>
  new Promise<boolean>((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "ignore", "pipe"] })
    let errors = ""
    child.stderr.on("data", (chunk) => errors += String(chunk))
    child.once("exit", (code, signal) =>
      signal === "SIGKILL" ? resolve(false) : code === 0 ? resolve(true) : reject(new Error(errors)))
  })

const linesOf = (file: string): ReadonlyArray<string> =>
  existsSync(file) ? readFileSync(file, "utf8").split("\n").filter((line) => line !== "") : []

/** Status of each mail about an expiry, and the number of notices in the list of events. */
const stored = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return {
      mails: database.prepare("SELECT status FROM mails WHERE template = 'domain_expiring'").all()
        .map(({ status }) => status),
      notices: database.prepare("SELECT event_id FROM events WHERE type = 'RENEWAL' AND subtype = 'NOTIFICATION'").all()
        .length
    }
  } finally {
    database.close()
  }
}

/** 30 days before the expiry of a domain that was registered at the start of the test platform. */
const noticed = "2030-12-02T09:00:00.000Z"

const maximumSteps = 400

/** Every eighth step: each start takes half a second. */
const stride = testSize(8, 8, "NAMEWRIGHT_KILL_STRIDE")

describe("a process that is killed while it mails a registrant about an expiry", () => {
  it("leaves one stored mail, and at most one repetition with the same Message-ID", async () => {
    const folder = mkdtempSync(join(tmpdir(), "namewright-expiry-"))
    try {
      const script = await Effect.runPromise(crashingBundle(folder, join(import.meta.dirname, "expiringProcess.ts")))
      const base = join(folder, "base.sqlite")
      {
        await using platform = await testPlatform({ filename: base })
        const { organization_id } = await platform.create.organization()
        await platform.create.domain(organization_id)
        await platform.clock.set("2030-12-01T09:00:00Z")
      }
      let kills = 0
      for (let step = 1, finished = false; !finished; step += stride) {
        assert.isBelow(step, maximumSteps)
        const file = join(folder, `${step}.sqlite`)
        const accepted = join(folder, `${step}.accepted`)
        copyFileSync(base, file)
        finished = await run(script, file, noticed, accepted, String(step))
        if (!finished) kills += 1
        await using platform = await testPlatform({ filename: file, now: "2030-12-02T12:00:00Z" })
        await platform.clock.advance({ days: 1 })
        const later = platform.mails().filter(({ subject }) => /Ablauf/.test(subject)).map(({ message_id }) =>
          message_id
        )
        const all = [...linesOf(accepted), ...later]
        assert.lengthOf(new Set(all), 1, `step ${step}`)
        assert.isAtMost(all.length, 2, `step ${step}`)
        assert.deepStrictEqual(stored(file), { mails: ["sent"], notices: 1 }, `step ${step}`)
      }
      assert.isAtLeast(kills, 5)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
