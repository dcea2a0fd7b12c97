import { assert, describe, it } from "@effect/vitest"
import { Mails } from "@namewright/core/mail"
import { testPlatform } from "@namewright/testing"
import { Effect, Option } from "effect"
import { spawn } from "node:child_process"
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { crashingBundle } from "../domains/crashingBundle.ts"
import { verificationMail } from "./verificationMail.ts"

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

/** Later than the killed process worked, so that its leases have ended. */
const later = () => new Date(Date.now() + 3_600_000)

/** Sends the mail again, as a caller that got no response, and returns the messages that then leave. */
const recovered = async (filename: string) => {
  await using platform = await testPlatform({ filename, now: later() })
  await platform.runtime.runPromise(Mails.use((mails) => mails.send(verificationMail("test/1"))))
  await platform.clock.advance({ days: 3 })
  const found = await platform.runtime.runPromise(Mails.use((mails) => mails.findByCause("test/1")))
  return { messages: platform.mails(), mail: Option.getOrUndefined(found)?.mail }
}

const maximumSteps = 60

describe("a process that is killed while it sends a mail", () => {
  it("loses no mail, and repeats one only if the acceptance was not stored, with its Message-ID", async () => {
    const folder = mkdtempSync(join(tmpdir(), "namewright-mail-"))
    try {
      const script = await Effect.runPromise(crashingBundle(folder, join(import.meta.dirname, "mailingProcess.ts")))
      const base = join(folder, "base.sqlite")
      await (await testPlatform({ filename: base })).dispose()
      const repeated: Array<number> = []
      const sentBefore: Array<number> = []
      for (let step = 1, finished = false; !finished; step++) {
        assert.isBelow(step, maximumSteps)
        const file = join(folder, `${step}.sqlite`)
        const accepted = join(folder, `${step}.accepted`)
        copyFileSync(base, file)
        finished = await run(script, file, accepted, String(step))
        const before = linesOf(accepted)
        const { mail, messages } = await recovered(file)
        const all = [...before, ...messages.map(({ message_id }) => message_id)]
        assert.strictEqual(mail?.status, "sent", `step ${step} loses the mail`)
        assert.deepStrictEqual([...new Set(all)], [mail?.message_id], `step ${step}`)
        if (all.length > 1) repeated.push(step)
        else if (before.length === 1) sentBefore.push(step)
        assert.isAtMost(all.length, 2, `step ${step}`)
        if (finished) assert.lengthOf(all, 1)
      }
      // The step after the acceptance, before its outcome is stored.
      assert.lengthOf(repeated, 1)
      assert.isTrue(sentBefore.every((step) => step > Math.max(...repeated)))
      assert.isAtLeast(sentBefore.length, 2)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
