import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform } from "@namewright/core"
import { Effect } from "effect"
import type { AddressInfo } from "node:net"
import { ada } from "../src/ada.ts"
import { effectApp, live } from "../src/effect-app.ts"
import { expressApp } from "../src/express-mount.ts"
import { honoApp } from "../src/hono-mount.ts"
import { quickstart } from "../src/quickstart.ts"

describe("examples", () => {
  it("quickstart: registers a domain, once, and pays for it", async () => {
    const { charges, domain, refused } = await quickstart()
    assert.deepStrictEqual([domain.name, refused.domain_name], ["my-shop.com", "my-shop.com"])
    assert.deepStrictEqual(charges.map(({ action, status }) => [action, status]), [
      ["wallet_top_up", "succeeded"],
      ["create", "succeeded"]
    ])
  })

  it("express-mount: serves the application's own routes beside the interface", async () => {
    const platform = createPlatform({ storage: sqlite({ filename: ":memory:" }) })
    const server = expressApp(platform).listen(0, "127.0.0.1")
    try {
      await new Promise((resolve) => server.once("listening", resolve))
      const made = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/customers`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "A customer" })
      })
      const { organization_id } = await made.json() as { readonly organization_id: string }
      assert.match(organization_id, /^organization_/)
    } finally {
      server.close()
      await platform.dispose()
    }
  })

  it("hono-mount: serves the interface, calls services, and ticks", async () => {
    const platform = createPlatform({ storage: sqlite({ filename: ":memory:" }) })
    try {
      const app = honoApp(platform)
      const { organization_id } = await platform.operator.organizations.createParent({ name: "A customer" })
      await platform.as(organization_id, "admin").contacts.create(ada)
      const listed = await (await app.request(`/customers/${organization_id}/contacts`)).json()
      assert.strictEqual(listed.total, 1)
      assert.strictEqual((await app.request("/names/v1/events")).status, 401)
      const ticked = await (await app.request("/cron", { method: "POST" })).json()
      assert.isFalse(ticked.more)
    } finally {
      await platform.dispose()
    }
  })

  it.effect("effect-app: registers a free name on the services", () =>
    Effect.gen(function*() {
      const { domain, events } = yield* effectApp
      assert.strictEqual(domain.name, "my-shop.de")
      assert.deepStrictEqual(events.map(({ subtype, type }) => [type, subtype]), [["REGISTRATION", "SUCCESS"]])
    }).pipe(Effect.provide(live)))
})
