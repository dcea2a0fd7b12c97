import { assert, describe, it } from "@effect/vitest"
import { administrator } from "@namewright/conformance"
import { ConfigurationError, createPlatform, isPlatformError, type PlatformOptions } from "@namewright/core/embed"
import { EventLog } from "@namewright/core/events"
import { type Actor, newOrganizationId, OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { ada } from "../contacts/ada.ts"

const withPlatform = async (
  use: (platform: ReturnType<typeof createPlatform>) => Promise<void>,
  options: Partial<PlatformOptions> = {}
) => {
  const platform = createPlatform({ storage: memoryDatabase(), ...options })
  try {
    await use(platform)
  } finally {
    await platform.dispose()
  }
}

describe("client_address of a caller", () => {
  it("makes the IP restrictions of the organization apply, to the lock-out rule as well", () =>
    withPlatform(async (platform) => {
      const { organization_id } = await platform.operator.organizations.createParent({ name: "Example" })
      const from = (client_address: string | undefined) =>
        platform.as({ organization_id, role: "admin", client_address })
      const codeOf = (call: Promise<unknown>) =>
        call.then(() => "done", (error: unknown) => isPlatformError(error) ? error.code : String(error))
      const inside = from("192.0.2.7")
      assert.strictEqual(
        await codeOf(inside.ipRestrictions.create({ ip_network: "198.51.100.0/24" })),
        "ERROR_IP_RESTRICTION_LOCKOUT"
      )
      const { ip_restriction_id } = await inside.ipRestrictions.create({ ip_network: "192.0.2.0/24" })
      await inside.tags.page()
      await from("::ffff:192.0.2.200").tags.page()
      assert.strictEqual(await codeOf(from("203.0.113.1").tags.page()), "ERROR_PERMISSION_DENIED")
      // The host itself is not restricted.
      await from(undefined).tags.page()
      await from(null as unknown as undefined).tags.page()
      await platform.as(organization_id, "admin").ipRestrictions.create({ ip_network: "198.51.100.0/24" })
      assert.strictEqual(
        await codeOf(inside.ipRestrictions.remove(ip_restriction_id)),
        "ERROR_IP_RESTRICTION_LOCKOUT"
      )
      await inside.ipRestrictions.remove(ip_restriction_id, { force: true })
      assert.strictEqual(await codeOf(inside.tags.page()), "ERROR_PERMISSION_DENIED")
      const list = await platform.as(organization_id, "admin").ipRestrictions.list()
      assert.deepStrictEqual(list.map(({ ip_network }) => ip_network), ["198.51.100.0/24"])
    }))

  it("must be an IP address", () =>
    withPlatform(async (platform) => {
      const { organization_id } = await platform.operator.organizations.createParent({ name: "Example" })
      for (const client_address of ["", "localhost", "192.0.2.0/24", "192.0.2.7:80"]) {
        const error = await platform.as({ organization_id, role: "admin", client_address }).tags.page().catch((it) =>
          it
        )
        assert.deepStrictEqual([error.code, error.issues[0].loc], ["ERROR_INVALID_INPUT", ["caller", "client_address"]])
      }
    }))

  it("applies to networks that a transaction of the host commits, and not to those that it rolls back", () =>
    withPlatform(async (platform) => {
      const { organization_id } = await platform.operator.organizations.createParent({ name: "Example" })
      const caller = { organization_id, role: "admin", client_address: "192.0.2.7" }
      const restricted = platform.transaction(async (tx) => {
        await tx.as(organization_id, "admin").ipRestrictions.create({ ip_network: "198.51.100.0/24" })
        await tx.as(caller).tags.page().catch(() => undefined)
        throw new Error("rolled back")
      })
      assert.strictEqual(await restricted.catch(({ message }) => message), "rolled back")
      await platform.as(caller).tags.page()
      await platform.transaction((tx) =>
        tx.as(organization_id, "admin").ipRestrictions.create({ ip_network: "198.51.100.0/24" })
      )
      const error = await platform.as(caller).tags.page().catch((it) => it)
      assert.strictEqual(error.code, "ERROR_PERMISSION_DENIED")
    }))
})

describe("createPlatform", () => {
  it("answers calls of a service by promises, and shares its instances with Effect code", () =>
    withPlatform(async (platform) => {
      const organization_id = await platform.runtime.runPromise(newOrganizationId)
      const event_id = await platform.runtime.runPromise(
        Effect.flatMap(EventLog, (log) =>
          log.record({
            organization_id,
            object_type: "DOMAIN",
            object_id: null,
            object_name: "example.com",
            type: "RENEWAL",
            subtype: "SUCCESS",
            event_data: { message: "example.com is renewed" }
          }))
      )
      const { events } = platform.as(administrator(organization_id))
      const { items } = await events.page()
      assert.deepStrictEqual(items.map((event) => event.event_id), [event_id])
      await events.acknowledge(event_id)
      assert.isNotNull((await events.get(event_id)).acknowledged_on)
    }))

  it("rejects with the error of the service itself, which its code narrows", () =>
    withPlatform(async (platform) => {
      const { events } = platform.as(administrator(await platform.runtime.runPromise(newOrganizationId)))
      const event_id = "event_01h2xcejqtf2nbrexx3vqjhp41"
      const error: unknown = await events.get(event_id).catch((error: unknown) => error)
      if (!isPlatformError(error, "ERROR_EVENT_NOT_FOUND")) return assert.fail(String(error))
      assert.strictEqual(error.event_id, event_id)
      assert.isTrue(isPlatformError(error))
      assert.isFalse(isPlatformError(error, "ERROR_TAG_NOT_FOUND"))
      assert.isFalse(isPlatformError(new Error("other")))
    }))

  it("checks what a caller hands in", () =>
    withPlatform(async (platform) => {
      const { events } = platform.as(administrator(await platform.runtime.runPromise(newOrganizationId)))
      const error: unknown = await events.get("domain_1").catch((error: unknown) => error)
      if (!isPlatformError(error) || error._tag !== "InvalidInput") return assert.fail(String(error))
      assert.deepStrictEqual(error.issues.map(({ input, type }) => [type, input]), [["typeid_parsing", "domain_1"]])
    }))

  it("ends a call by its signal, and rejects with the signal's reason", () =>
    withPlatform(async (platform) => {
      const { events } = platform.as(administrator(await platform.runtime.runPromise(newOrganizationId)))
      const reason = new Error("the client has gone")
      const error: unknown = await events.page({}, { signal: AbortSignal.abort(reason) })
        .catch((error: unknown) => error)
      assert.strictEqual(error, reason)
    }))

  it("takes an organization with a role of it, and refuses others", () =>
    withPlatform(async (platform) => {
      const { organization_id } = await platform.operator.organizations.createParent({ name: "Example" })
      const { contact_id } = await platform.as(organization_id, "admin").contacts.create(ada)
      const seen = await platform.as(organization_id, "viewer").contacts.get(contact_id)
      assert.strictEqual(seen.last_name, "Lovelace")
      const codes = await Promise.all([
        platform.as(organization_id, "viewer").contacts.remove(contact_id),
        platform.as(organization_id, "gardener").contacts.get(contact_id),
        platform.as("organization_00000000000000000000000000", "admin").contacts.get(contact_id)
      ].map((call) => call.catch((error: unknown) => isPlatformError(error) && "code" in error ? error.code : error)))
      assert.deepStrictEqual(codes, ["ERROR_PERMISSION_DENIED", "ERROR_ROLE_NOT_FOUND", "ERROR_ORGANIZATION_NOT_FOUND"])
    }))

  it("shows domains as the caller may see them", () =>
    withPlatform(async (platform) => {
      const { organization_id } = await platform.operator.organizations.createParent({
        name: "Example",
        starting_credit: 100_00
      })
      const { contacts, domains } = platform.as(organization_id, "admin")
      const { contact_id } = await contacts.create(ada)
      const { auth_code } = await domains.register({
        name: "my-shop.com",
        contacts: { registrant: contact_id, admin: contact_id, tech: contact_id },
        renewal_mode: "renew",
        period: 1
      })
      assert.isString(auth_code)
      const manager: Actor = {
        ...administrator(OrganizationId.make(organization_id)),
        permissions: new Set(["domains:manage"])
      }
      const seen = await platform.as(manager).domains.update("my-shop.com", { renewal_mode: "expire" })
      assert.deepStrictEqual([seen.renewal_mode, seen.auth_code], ["expire", null])
    }))

  it("works until its signal says stop", () =>
    withPlatform(async (platform) => {
      const stop = new AbortController()
      const working = platform.work({ signal: stop.signal }).then(() => "stopped")
      stop.abort()
      assert.strictEqual(await working, "stopped")
    }))

  it("ticks through what is due", () =>
    withPlatform(async (platform) => {
      const first = await platform.tick({ budgetMillis: 10_000 })
      assert.isAbove(first.rounds, 0)
      assert.deepStrictEqual(await platform.tick({ budgetMillis: 10_000 }), { rounds: 0, more: false })
    }))

  it("throws every problem of its options at once", () => {
    const options = {
      storage: "sqlite",
      environment: "test",
      baseUrl: "example.com",
      dns: { nameservers: [], rname: "host master" },
      credentialCacheSeconds: -1,
      keyEncryptionSecret: "short"
    } as unknown as PlatformOptions
    try {
      createPlatform(options)
      assert.fail("made a platform")
    } catch (error) {
      assert.instanceOf(error, ConfigurationError)
      assert.deepStrictEqual(
        error instanceof ConfigurationError ? error.problems.map((problem) => problem.split(":")[0]) : [],
        [
          "storage",
          "environment",
          "baseUrl",
          "dns.nameservers",
          "dns.rname",
          "credentialCacheSeconds",
          "keyEncryptionSecret"
        ]
      )
    }
  })

  it("refuses nameserver names without room for an organization's label", () => {
    const name = `ns1.${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(38)}.example`
    const make = (nameserver: string) =>
      createPlatform({ storage: memoryDatabase(), dns: { nameservers: [nameserver] } })
    assert.throws(() => make(name), "dns.nameservers: expected at most 226 characters")
  })
})
