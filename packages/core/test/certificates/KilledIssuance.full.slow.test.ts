import { assert, describe, it } from "@effect/vitest"
import { Nameservers } from "@namewright/core/dns"
import { testPlatform } from "@namewright/testing"
import { Effect, Layer, Redacted } from "effect"
import { spawn } from "node:child_process"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { testSize } from "../../../../test/testSize.ts"
import { crashingBundle } from "../domains/crashingBundle.ts"
import { ensure, served } from "./ensuredCertificates.ts"
import { fileAuthority, ordersIn } from "./fileAuthority.ts"
import { servingAll } from "./servingAll.ts"

/** Exit code of the process; undefined if it was killed. */
const run = (script: string, ...args: ReadonlyArray<string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "ignore", "pipe"] })
    let errors = ""
    child.stderr.on("data", (chunk) => errors += String(chunk))
    child.once("exit", (code, signal) =>
      signal === "SIGKILL" ? resolve(undefined) : code === 0 ? resolve(0) : reject(new Error(errors)))
  })

const maximumSteps = 200

/** Odd, so that processes are killed before commits and after them. */
const stride = testSize(9, 9, "NAMEWRIGHT_KILL_STRIDE")

const nameservers = Layer.succeed(Nameservers, { all: [servingAll] })

/** A database with a zone that the nameserver serves. Returns the organization of the zone. */
const filled = async (filename: string) => {
  await using platform = await testPlatform({ filename, now: new Date(), nameservers })
  const { organization_id } = await platform.create.organization()
  await platform.as(organization_id, "admin").zones.create({ name: "a.example" })
  await platform.clock.settle()
  return organization_id
}

/** A caller that got no response requests the certificate again, after the leases of the killed process have ended. */
const recovered = async (
  { filename, folder, names, organization }: {
    readonly filename: string
    readonly folder: string
    readonly names: ReadonlyArray<string>
    readonly organization: string
  }
) => {
  await using platform = await testPlatform({
    filename,
    now: new Date(Date.now() + 3_600_000),
    certificateAuthorities: fileAuthority(folder),
    nameservers
  })
  const [first = "", ...others] = names
  await ensure(platform, first, null, ...others)
  await platform.clock.advance({ hours: 2 })
  const { rrsets } = await platform.as(organization, "admin").zones.get("a.example")
  return { certificate: await served(platform, names.at(-1) ?? ""), rrsets: rrsets ?? [] }
}

describe("A process that is killed while it obtains a certificate", () => {
  it.each([
    // Commits of the request, the account, the intent, the order and its outcome, and the calls in between.
    { way: "without challenges", names: ["a.example", "b.example"], leastSteps: 15 },
    // The records of both names, their publication, and the confirmations as well.
    { way: "over DNS", names: ["*.a.example", "a.example"], leastSteps: 25 }
  ])("leaves an order $way that is completed with its key, and no record of it", async ({ leastSteps, names }) => {
    const folder = mkdtempSync(join(tmpdir(), "namewright-certificates-"))
    try {
      const script = await Effect.runPromise(crashingBundle(folder, join(import.meta.dirname, "issuingProcess.ts")))
      const base = join(folder, "base.sqlite")
      const organization = await filled(base)
      let steps = 0
      for (let finished = false; !finished; steps += stride) {
        assert.isBelow(steps, maximumSteps)
        const filename = join(folder, `${steps + 1}.sqlite`)
        const orders = join(folder, `orders-${steps + 1}`)
        mkdirSync(orders)
        copyFileSync(base, filename)
        finished = await run(script, filename, orders, String(steps + 1), ...names) === 0
        const { certificate: found, rrsets } = await recovered({ filename, folder: orders, names, organization })
        assert.isDefined(found, `step ${steps + 1}`)
        const certificate = new X509Certificate(found.chain)
        assert.isTrue(certificate.checkPrivateKey(createPrivateKey(Redacted.value(found.key))), `step ${steps + 1}`)
        const requested = ordersIn(orders).filter(({ key }) => key !== null)
        assert.lengthOf(requested, 1, `step ${steps + 1}`)
        assert.isAtMost(ordersIn(orders).length, 2, `step ${steps + 1}`)
        assert.isEmpty(rrsets.filter(({ name }) => name.startsWith("_acme-challenge")), `step ${steps + 1}`)
      }
      assert.isAtLeast(steps, leastSteps)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
