import { assert, describe, it } from "@effect/vitest"
import { Certificates, IssuedCertificates } from "@namewright/core/certificates"
import { Hostname } from "@namewright/core/shared"
import { testPlatform } from "@namewright/testing"
import { Effect, Option, Redacted } from "effect"
import { spawn } from "node:child_process"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { crashingBundle } from "../domains/crashingBundle.ts"
import { fileAuthority, ordersIn } from "./fileAuthority.ts"

/** Exit code of the process; undefined if it was killed. */
const run = (script: string, ...args: ReadonlyArray<string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "ignore", "pipe"] })
    let errors = ""
    child.stderr.on("data", (chunk) => errors += String(chunk))
    child.once("exit", (code, signal) =>
      signal === "SIGKILL" ? resolve(undefined) : code === 0 ? resolve(0) : reject(new Error(errors)))
  })

const names = ["a.example", "b.example"].map((name) => Hostname.make(name))
const [first = Hostname.make("a.example"), ...others] = names

const maximumSteps = 200

/** A caller that got no response requests the certificate again, after the leases of the killed process have ended. */
const recovered = async (filename: string, folder: string) => {
  await using platform = await testPlatform({
    filename,
    now: new Date(Date.now() + 3_600_000),
    certificateAuthorities: fileAuthority(folder)
  })
  const { runtime } = platform
  await runtime.runPromise(Effect.flatMap(Certificates, ({ ensure }) => ensure([first, ...others], null, "tests")))
  await platform.clock.advance({ hours: 2 })
  return runtime.runPromise(
    Effect.map(Effect.flatMap(IssuedCertificates, ({ find }) => find(first)), Option.getOrUndefined)
  )
}

describe("A process that is killed while it obtains a certificate", () => {
  it("leaves an order that is completed with its key, and the authority issues one certificate", async () => {
    const folder = mkdtempSync(join(tmpdir(), "namewright-certificates-"))
    try {
      const script = await Effect.runPromise(crashingBundle(folder, join(import.meta.dirname, "issuingProcess.ts")))
      const base = join(folder, "base.sqlite")
      await (await testPlatform({ filename: base })).dispose()
      let steps = 0
      for (let finished = false; !finished; steps++) {
        assert.isBelow(steps, maximumSteps)
        const file = join(folder, `${steps + 1}.sqlite`)
        const orders = join(folder, `orders-${steps + 1}`)
        mkdirSync(orders)
        copyFileSync(base, file)
        finished = await run(script, file, orders, String(steps + 1)) === 0
        const served = await recovered(file, orders)
        assert.isDefined(served, `step ${steps + 1}`)
        const certificate = new X509Certificate(served.chain)
        assert.isTrue(certificate.checkPrivateKey(createPrivateKey(Redacted.value(served.key))), `step ${steps + 1}`)
        const requested = ordersIn(orders).filter(({ key }) => key !== null)
        assert.lengthOf(requested, 1, `step ${steps + 1}`)
        assert.isAtMost(ordersIn(orders).length, 2, `step ${steps + 1}`)
      }
      // Commits of the request, the account, the intent, the order and its outcome, and the calls in between.
      assert.isAtLeast(steps, 15)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
