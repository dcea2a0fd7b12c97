import { assert, describe, it } from "@effect/vitest"
import { createPlatform, isPlatformError, type PlatformOptions, RegistryInTransaction } from "@namewright/core/embed"
import { ada } from "../contacts/ada.ts"

const rejection = (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined, (error: unknown) => error)

const codeOf = async (call: Promise<unknown>): Promise<unknown> => {
  const error = await rejection(call)
  return isPlatformError(error) && "code" in error ? error.code : error
}

/** Transactions of a host on one database, with `$1` or `?` as its placeholder. */
export const transactionCases = (
  name: string,
  { placeholder, withStorage }: {
    readonly placeholder: string
    readonly withStorage: (use: (storage: PlatformOptions["storage"]) => Promise<void>) => Promise<void>
  }
): void => {
  const insert = `INSERT INTO customers (name) VALUES (${placeholder})`

  const withPlatform = (use: (platform: ReturnType<typeof createPlatform>) => Promise<void>) =>
    withStorage(async (storage) => {
      await using platform = createPlatform({ storage })
      await platform.transaction((tx) => tx.query("CREATE TABLE IF NOT EXISTS customers (name TEXT PRIMARY KEY)"))
      await use(platform)
    })

  const customers = async (platform: ReturnType<typeof createPlatform>): Promise<ReadonlyArray<string>> => {
    const rows = await platform.transaction((tx) =>
      tx.query<{ readonly name: string }>("SELECT name FROM customers ORDER BY name")
    )
    return rows.map((row) => row.name)
  }

  describe(`platform.transaction on ${name}`, () => {
    it("commits statements of the host and calls of the platform together", () =>
      withPlatform(async (platform) => {
        const organization = await platform.transaction(async (tx) => {
          await tx.query(insert, ["ada"])
          const { organization_id } = await tx.operator.organizations.createParent({ name: "Ada" })
          const contact = await tx.as(organization_id, "admin").contacts.create(ada)
          return { organization_id, contact_id: contact.contact_id }
        })
        assert.deepStrictEqual(await customers(platform), ["ada"])
        const { contacts } = platform.as(organization.organization_id, "admin")
        assert.strictEqual((await contacts.get(organization.contact_id)).last_name, "Lovelace")
      }))

    it("rolls both back with the error of the host, and does not run its code again", () =>
      withPlatform(async (platform) => {
        const reason = new Error("the host has changed its mind")
        let runs = 0
        let created = ""
        const error = await rejection(platform.transaction(async (tx) => {
          runs++
          await tx.query(insert, ["ada"])
          created = (await tx.operator.organizations.createParent({ name: "Ada" })).organization_id
          throw reason
        }))
        assert.strictEqual(error, reason)
        assert.strictEqual(runs, 1)
        assert.deepStrictEqual(await customers(platform), [])
        assert.strictEqual(
          await codeOf(platform.as(created, "admin").contacts.create(ada)),
          "ERROR_ORGANIZATION_NOT_FOUND"
        )
      }))

    it("continues after a refused call, of which nothing is stored", () =>
      withPlatform(async (platform) => {
        await platform.transaction(async (tx) => {
          const { organization_id } = await tx.operator.organizations.createParent({ name: "Ada" })
          const { contacts } = tx.as(organization_id, "admin")
          assert.strictEqual(
            await codeOf(contacts.get("contact_01h2xcejqtf2nbrexx3vqjhp41")),
            "ERROR_CONTACT_NOT_FOUND"
          )
          await tx.query(insert, ["ada"])
        })
        assert.deepStrictEqual(await customers(platform), ["ada"])
      }))

    it("ends with a failed statement, even if the host catches its error", () =>
      withPlatform(async (platform) => {
        await platform.transaction((tx) => tx.query(insert, ["ada"]))
        const code = await codeOf(platform.transaction(async (tx) => {
          await tx.query(insert, ["grace"])
          assert.strictEqual(await codeOf(tx.query(insert, ["ada"])), "ERROR_TRANSACTION_QUERY")
        }))
        assert.strictEqual(code, "ERROR_TRANSACTION_QUERY")
        assert.deepStrictEqual(await customers(platform), ["ada"])
      }))

    it("runs statements and calls that are started together one after the other", () =>
      withPlatform(async (platform) => {
        await platform.transaction(async (tx) => {
          const made = await Promise.all([
            tx.query(insert, ["ada"]),
            tx.operator.organizations.createParent({ name: "Ada" }),
            tx.query(insert, ["grace"]),
            tx.operator.organizations.createParent({ name: "Grace" })
          ])
          assert.lengthOf(made, 4)
        })
        assert.deepStrictEqual(await customers(platform), ["ada", "grace"])
      }))

    it("refuses statements and calls after its end", () =>
      withPlatform(async (platform) => {
        const ended = await platform.transaction((tx) => Promise.resolve(() => tx))
        const tx = ended()
        assert.strictEqual(await codeOf(tx.query("SELECT 1")), "ERROR_TRANSACTION_ENDED")
        assert.strictEqual(
          await codeOf(tx.operator.organizations.createParent({ name: "Late" })),
          "ERROR_TRANSACTION_ENDED"
        )
      }))

    it("rolls an inner transaction back to its savepoint", () =>
      withPlatform(async (platform) => {
        await platform.transaction(async (tx) => {
          await tx.query(insert, ["ada"])
          const reason = new Error("only this")
          const error = await rejection(tx.transaction(async (inner) => {
            await inner.query(insert, ["grace"])
            throw reason
          }))
          assert.strictEqual(error, reason)
          await tx.transaction((inner) => inner.query(insert, ["hedy"]))
        })
        assert.deepStrictEqual(await customers(platform), ["ada", "hedy"])
      }))

    it("is rolled back by its signal and by its time limit", () =>
      withPlatform(async (platform) => {
        const stop = new AbortController()
        const reason = new Error("gone")
        const stopped = rejection(platform.transaction(async (tx) => {
          await tx.query(insert, ["ada"])
          stop.abort(reason)
          await new Promise(() => {})
        }, { signal: stop.signal }))
        assert.strictEqual(await stopped, reason)
        const late = platform.transaction(async (tx) => {
          await tx.query(insert, ["ada"])
          await new Promise(() => {})
        }, { timeout: 100 })
        assert.strictEqual(await codeOf(late), "ERROR_CALL_TIMEOUT")
        assert.deepStrictEqual(await customers(platform), [])
      }))

    it("refuses calls that need a registry, and stores nothing of them", () =>
      withPlatform(async (platform) => {
        const { organization_id } = await platform.operator.organizations.createParent({
          name: "Ada",
          starting_credit: 100_00
        })
        const admin = platform.as(organization_id, "admin")
        const { contact_id } = await admin.contacts.create(ada)
        const order = {
          name: "my-shop.com",
          contacts: { registrant: contact_id, admin: contact_id, tech: contact_id },
          renewal_mode: "renew",
          period: 1
        } as const
        await platform.transaction(async (tx) => {
          const { domains } = tx.as(organization_id, "admin")
          assert.instanceOf(await rejection(domains.register(order)), RegistryInTransaction)
          await tx.query(insert, ["ada"])
        })
        assert.deepStrictEqual(await customers(platform), ["ada"])
        assert.strictEqual((await admin.domains.register(order)).name, "my-shop.com")
        const removed = platform.transaction((tx) => tx.as(organization_id, "admin").domains.remove("my-shop.com"))
        assert.strictEqual(await codeOf(removed), "ERROR_REGISTRY_IN_TRANSACTION")
      }))
  })
}
