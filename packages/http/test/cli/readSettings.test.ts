import { assert, describe, it } from "@effect/vitest"
import { Redacted, Result } from "effect"
import { homedir } from "node:os"
import { relative } from "node:path"
import { readSettings, type Sources } from "../../src/cli/readSettings.ts"
import { realmOf } from "../../src/cli/realmOf.ts"

const read = (sources: Partial<Sources>) => readSettings({ flags: {}, environment: {}, ...sources })
const chosen = (sources: Partial<Sources>) => Result.getOrThrow(read(sources))
const problems = (sources: Partial<Sources>) => Result.getFailure(read(sources))

describe("readSettings", () => {
  it("knows what holds when nothing is chosen", () => {
    const { database, environment, host, port, baseUrl, clientCompatibility, trustedProxies } = chosen({})
    assert.deepStrictEqual([port, host, environment, clientCompatibility], [8080, "127.0.0.1", "sandbox", false])
    assert(database.type === "sqlite")
    assert.match(relative(homedir(), database.filename), /^\.namewright[/\\][^/\\]+-[0-9a-f]{8}[/\\]data\.sqlite$/)
    assert.deepStrictEqual([baseUrl, trustedProxies], [undefined, undefined])
  })

  it("takes flags before the environment, and the environment before the file", () => {
    const file = {
      name: "a.json",
      content: { port: 1, host: "file", "log-format": "json", "trusted-proxies": ["10.0.0.0/8"] }
    }
    const environment = { NAMEWRIGHT_PORT: "2", NAMEWRIGHT_HOST: "environment" }
    const { host, logFormat, port, trustedProxies } = chosen({ flags: { port: "3" }, environment, file })
    assert.deepStrictEqual([port, host, logFormat, trustedProxies], [3, "environment", "json", ["10.0.0.0/8"]])
  })

  it("takes what zones show of their nameservers, and refuses what is no name and no address", () => {
    const flags = {
      zoneNameservers: "ns1.example.com, ns2.example.com",
      zoneMailbox: "dns.example.com",
      zoneAddresses: "192.0.2.7,2001:db8::7"
    }
    const { zoneAddresses, zoneMailbox, zoneNameservers } = chosen({ flags })
    assert.deepStrictEqual(zoneNameservers, ["ns1.example.com", "ns2.example.com"])
    assert.deepStrictEqual([zoneMailbox, zoneAddresses], [
      "dns.example.com",
      { ipv4: ["192.0.2.7"], ipv6: ["2001:db8::7"] }
    ])
    const wrong = problems({ flags: { zoneNameservers: ",", zoneMailbox: "a..b", zoneAddresses: "ns1" } })
    assert.deepStrictEqual(wrong._tag === "Some" ? wrong.value.length : 0, 3)
  })

  it("takes the operator's names and organizations, and refuses what is neither", () => {
    const organization = "organization_01h45ytscbebyvny4gc8cr8ma2"
    const flags = { reservedZones: "zones.example.com, catalog.example.com", operatorOrganizations: organization }
    const { operatorOrganizations, reservedZones } = chosen({ flags })
    assert.deepStrictEqual<unknown>([reservedZones, operatorOrganizations], [
      ["zones.example.com", "catalog.example.com"],
      [organization]
    ])
    assert.deepStrictEqual<unknown>([chosen({}).reservedZones, chosen({}).operatorOrganizations], [[], []])
    const wrong = problems({ flags: { reservedZones: "a..b", operatorOrganizations: "me" } })
    assert.strictEqual(wrong._tag === "Some" ? wrong.value.length : 0, 2)
  })

  it("takes origins of pages, and nothing that is more or less than one", () => {
    const flags = { agentOrigins: "https://client.example, http://localhost:3000" }
    assert.deepStrictEqual(chosen({ flags }).agentOrigins, ["https://client.example", "http://localhost:3000"])
    assert.isTrue(problems({ flags: { agentOrigins: "https://client.example/page" } })._tag === "Some")
  })

  it("accepts an embedded realm, none, or an external one", () => {
    assert.strictEqual(chosen({}).realm, "embedded")
    assert.strictEqual(realmOf(chosen({ flags: { realm: "none" } }), "https://names.example"), "none")
    const flags = { realm: "https://login.example/realms/names", realmPeople: "email", realmMcpAudience: "names-mcp" }
    assert.deepStrictEqual(realmOf(chosen({ flags }), "https://names.example"), {
      issuer: "https://login.example/realms/names",
      audiences: {
        mcp: "names-mcp",
        mcpReadonly: "https://names.example/mcp/readonly",
        rest: "https://names.example/v1"
      },
      people: "email"
    })
    assert.isTrue(problems({ flags: { realm: "keycloak" } })._tag === "Some")
  })

  it("reports all problems together, with their sources", () => {
    const found = problems({
      flags: { port: "99999", database: "mysql://user:password@host/database" },
      environment: {
        NAMEWRIGHT_ENVIRONMENT: "staging",
        NAMEWRIGHT_KEY_ENCRYPTION_SECRET: "short",
        NAMEWRIGHT_HOST: ""
      },
      file: {
        name: "a.json",
        content: { "base-url": "example.com", ports: 1, "trusted-proxies": ["10.0.0.0/8", "proxy"] }
      }
    })
    assert.deepStrictEqual(found._tag === "Some" ? found.value : [], [
      "a.json: unknown setting \"ports\"",
      "--port: expected an integer from 0 to 65535, got \"99999\"",
      "--database: expected sqlite:FILE, sqlite::memory: or postgres://user:password@host:port/database",
      "NAMEWRIGHT_ENVIRONMENT: expected sandbox, production, got \"staging\"",
      "base-url in a.json: expected an http or https address without query, got \"example.com\"",
      "trusted-proxies in a.json: expected addresses or networks like 10.0.0.0/8, and proxy is neither, got \"10.0.0.0/8,proxy\"",
      "NAMEWRIGHT_KEY_ENCRYPTION_SECRET: expected at least 32 characters"
    ])
  })

  it("keeps secrets to itself", () => {
    const { database, keyEncryptionSecret } = chosen({
      flags: { database: "postgres://user:password@db.example/namewright", keyEncryptionSecret: "x".repeat(32) }
    })
    assert.notInclude(JSON.stringify([database, keyEncryptionSecret]), "password")
    assert.notInclude(String(keyEncryptionSecret), "xxxx")
    assert.isTrue(keyEncryptionSecret !== undefined && Redacted.isRedacted(keyEncryptionSecret))
  })

  it("refuses a file that is no object", () => {
    assert.deepStrictEqual(problems({ file: { name: "a.json", content: [] } })._tag, "Some")
  })
})
