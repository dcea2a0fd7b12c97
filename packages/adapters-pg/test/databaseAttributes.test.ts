import { assert, describe, it } from "@effect/vitest"
import { databaseAttributes } from "../src/pool/databaseAttributes.ts"

const attributesOf = (options: Parameters<typeof databaseAttributes>[0]) =>
  Object.fromEntries(databaseAttributes(options))

describe("attributes of the spans of statements", () => {
  it("name server and database of a pool with single settings", () => {
    assert.deepStrictEqual(attributesOf({ host: "db.example", port: 6432, database: "shop" }), {
      "db.system.name": "postgresql",
      "db.namespace": "shop",
      "server.address": "db.example",
      "server.port": 6432
    })
  })

  it("name those of an address first, without its user and password", () => {
    const connectionString = "postgres://ada:secret@db.example/my%20shop?sslmode=require"
    assert.deepStrictEqual(attributesOf({ connectionString, host: "other.example", port: 5433 }), {
      "db.system.name": "postgresql",
      "db.namespace": "my shop",
      "server.address": "db.example",
      "server.port": 5433
    })
  })

  it("name the folder of a socket, and an IPv6 address without brackets", () => {
    const socket = attributesOf({ connectionString: "postgres:///shop?host=/var/run/postgresql" })
    assert.strictEqual(socket["server.address"], "/var/run/postgresql")
    const ipv6 = attributesOf({ connectionString: "postgres://[::1]:6432/shop" })
    assert.deepInclude(ipv6, { "server.address": "::1", "server.port": 6432 })
  })

  it("leave out what only the environment of pg names, or an address of another form", () => {
    assert.deepStrictEqual(attributesOf(undefined), { "db.system.name": "postgresql" })
    assert.deepStrictEqual(attributesOf({ connectionString: "socket:/var/run?db=shop" }), {
      "db.system.name": "postgresql"
    })
  })
})
