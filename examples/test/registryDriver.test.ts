import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { registryContract } from "@namewright/conformance/drivers"
import { createPlatform, isPlatformError } from "@namewright/core/embed"
import { testPlatform } from "@namewright/testing"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as runner from "vitest"
import { acmeOptions } from "../registry-driver/acmePlatform.ts"
import { acmeRegistry } from "../registry-driver/acmeRegistry.ts"
import { AcmeServer } from "../registry-driver/AcmeServer.ts"

const fileOf = (name: string) => fileURLToPath(new URL(`../registry-driver/${name}`, import.meta.url))

const contractServer = await AcmeServer.start()
runner.afterAll(() => contractServer.stop())

registryContract("acme, by vitest", () => acmeRegistry({ url: contractServer.url, token: "ours" }), {
  runner,
  capabilities: ["checkDomains", "infoDomain", "createDomain", "repeatableCommands"],
  rival: () => acmeRegistry({ url: contractServer.url, token: "theirs" }),
  domain: { suffix: "acme", nameservers: ["ns1.example.net", "ns2.example.net"] }
})

describe("the contract of the example driver", () => {
  it("runs with node:test, without another test runner, and reports what the driver lacks as skipped", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--conditions=namewright-source",
      "--test",
      "--test-reporter=tap",
      fileOf("contract.node.ts")
    ])
    assert.include(stdout, "# pass 14\n")
    assert.include(stdout, "# fail 0\n")
    assert.include(stdout, "# skipped 128\n")
    assert.match(stdout, /renews for a year \(needs renewDomain\) # SKIP/)
  }, 60_000)
})

const order = (
  name: string
) => ({ name, contacts: {}, period: { unit: "y", value: 1 }, renewal_mode: "expire" } as const)

const codeOf = (call: Promise<unknown>) =>
  call.then(() => "none", (error: unknown) => isPlatformError(error) ? error.code : String(error))

describe("a platform with the example driver", () => {
  const started = async () => {
    const server = await AcmeServer.start()
    const platform = createPlatform({ ...acmeOptions(server.url), storage: sqlite({ filename: ":memory:" }) })
    const { organization_id } = await platform.operator.organizations.createParent({
      name: "A customer",
      starting_credit: "100.00"
    })
    const end = async () => {
      await platform.dispose()
      await server.stop()
    }
    return { server, platform, caller: platform.as(organization_id, "admin"), [Symbol.asyncDispose]: end }
  }

  it("registers, charges, and refuses what the registry refuses or lacks", async () => {
    await using run = await started()
    const { caller, server } = run
    const domain = await caller.domains.register(order("shop.acme"))
    assert.strictEqual(new Date(domain.expires_on ?? 0).toISOString(), server.domains.get("shop.acme")?.expires)
    server.domains.set("taken.acme", { ...server.domains.get("shop.acme")!, name: "taken.acme", registrar: "theirs" })
    assert.strictEqual(await codeOf(caller.domains.register(order("taken.acme"))), "ERROR_DOMAIN_UNAVAILABLE")
    const renewal = caller.domains.renew("shop.acme", { period: { unit: "y", value: 1 } })
    assert.strictEqual(await codeOf(renewal), "ERROR_REGISTRY_POLICY")
    const charged = []
    for await (const { action, status } of caller.transactions.all()) charged.push(`${action} ${status}`)
    assert.include(charged, "create succeeded")
    assert.lengthOf(charged.filter((entry) => entry === "create succeeded"), 1)
  })

  it("looks a registration up whose response was lost, and repeats nothing", async () => {
    await using run = await started()
    const { caller, server } = run
    server.fault = "lost"
    const domain = await caller.domains.register(order("lost.acme"))
    assert.strictEqual(domain.roid, server.domains.get("lost.acme")?.id)
    assert.strictEqual(server.registrations, 1)
  })

  it("reports a registry that did nothing, and registers later", async () => {
    await using run = await started()
    const { caller, server } = run
    server.fault = "busy"
    assert.strictEqual(await codeOf(caller.domains.register(order("busy.acme"))), "ERROR_REGISTRY_UNAVAILABLE")
    assert.strictEqual(await codeOf(caller.domains.register(order("busy.acme"))), "none")
    assert.strictEqual(server.registrations, 1)
  })

  it("refuses a driver of a backend that no TLD has", async () => {
    const platform = createPlatform({
      storage: sqlite({ filename: ":memory:" }),
      registries: { nowhere: acmeRegistry({ url: "http://127.0.0.1:1", token: "ours" }) }
    })
    const error: unknown = await platform.ready().then(() => undefined, (failure: unknown) => failure)
    assert.match(String(error), /registries\.nowhere: no TLD specification has this backend/)
    await platform.dispose()
  })

  it("completes a registration whose process was killed before the response", async () => {
    const server = await AcmeServer.start()
    const folder = await mkdtemp(join(tmpdir(), "namewright-driver-"))
    const filename = join(folder, "data.sqlite")
    try {
      server.fault = "silent"
      const registered = server.carriedOut()
      const child = spawn(process.execPath, [
        "--conditions=namewright-source",
        fileOf("order.ts"),
        server.url,
        filename,
        "killed.acme"
      ], { stdio: ["ignore", "ignore", "inherit"] })
      const exit = once(child, "exit")
      await Promise.race([registered, exit])
      assert.isNull(child.exitCode, "the process waits for the response")
      child.kill("SIGKILL")
      await exit

      const now = new Date(Date.now() + 3_600_000)
      await using platform = await testPlatform({ ...acmeOptions(server.url), filename, now })
      await platform.clock.advance({ minutes: 10 })
      const parent = await platform.operator.organizations.findByReference("customer-1")
      const { domains } = platform.as(parent?.organization_id ?? "", "admin")
      const { registered_on, roid } = await domains.get("killed.acme")
      assert.isNotNull(registered_on)
      assert.strictEqual(roid, server.domains.get("killed.acme")?.id)
      assert.strictEqual(server.registrations, 1)
      const { postings } = await platform.ledger()
      assert.lengthOf(postings.filter(({ step }) => step === "capture"), 1)
    } finally {
      await server.stop()
      await rm(folder, { recursive: true })
    }
  }, 60_000)
})

describe("docs/drivers.md", () => {
  it("shows the driver and its contract as they run", async () => {
    const page = await readFile(new URL("../../docs/drivers.md", import.meta.url), "utf8")
    for (const name of ["acmeRegistry.ts", "contract.node.ts"]) {
      assert.include(page, await readFile(fileOf(name), "utf8"), name)
    }
  })
})
