import { assert, describe, it } from "@effect/vitest"
import { DnsName, reservationsOf, reservedName } from "@namewright/core/dns"
import { type PlatformSettings, standardSettings } from "@namewright/core/shared"
import { Result } from "effect"

const settings = (rest: Partial<PlatformSettings> = {}, dns: Partial<PlatformSettings["dns"]> = {}) => ({
  ...standardSettings,
  ...rest,
  dns: { ...standardSettings.dns, ...dns }
})

const reserved = (name: string, of: PlatformSettings = settings()): string | undefined => {
  const found = reservedName(Result.getOrThrow(DnsName.parse(name)), reservationsOf(of))
  return found && `${found.reason} ${found.name}`
}

describe("A name is reserved", () => {
  it.each([
    ["x.invalid.", "special_use invalid."],
    ["invalid.", "special_use invalid."],
    ["a.b.localhost.", "special_use localhost."],
    ["hidden.onion.", "special_use onion."],
    ["printer.local.", "special_use local."],
    ["1.168.192.in-addr.arpa.", "special_use 168.192.in-addr.arpa."],
    ["20.172.in-addr.arpa.", "special_use 20.172.in-addr.arpa."],
    ["home.arpa.", "special_use arpa."],
    ["ip6.arpa.", "special_use arpa."]
  ])("%s: %s, as resolvers do not look it up", (name, expected) => assert.strictEqual(reserved(name), expected))

  it.each([
    ["com.", "public_suffix com."],
    ["co.uk.", "public_suffix co.uk."],
    ["single.", "public_suffix single."],
    ["github.io.", "private_suffix github.io."],
    ["s3.amazonaws.com.", "private_suffix s3.amazonaws.com."]
  ])(
    "%s: %s, as different people have names below it",
    (name, expected) => assert.strictEqual(reserved(name), expected)
  )

  it("to the operator: domains of nameservers, mailbox and hosts, and listed ones, with names above and below", () => {
    const of = settings(
      { base_url: "https://api.registrar.co.uk/v1", approval_pages: "http://127.0.0.1:8080/approvals" },
      {
        nameservers: ["ns1.host.example", "ns2.host.example."],
        rname: "dns.mail.example",
        reserved: ["Catalog.Zones.example"]
      }
    )
    assert.deepStrictEqual(
      ["registrar.co.uk.", "x.host.example.", "mail.example.", "catalog.zones.example.", "zones.example."]
        .map((name) => reserved(name, of)),
      [
        "operator registrar.co.uk.",
        "operator host.example.",
        "operator mail.example.",
        "operator catalog.zones.example.",
        "operator catalog.zones.example."
      ]
    )
    assert.deepStrictEqual(
      ["other.co.uk.", "other.zones.example.", "nothost.example."].map((name) => reserved(name, of)),
      [undefined, undefined, undefined]
    )
  })

  it("to the operator only for its own domain, if that is below a private suffix", () => {
    const of = settings({}, { nameservers: ["ns1.operator.uk.com"] })
    assert.strictEqual(reserved("zone.operator.uk.com.", of), "operator operator.uk.com.")
    assert.isUndefined(reserved("customer.uk.com.", of))
  })

  it("for documentation in production, and not in a sandbox", () => {
    for (const name of ["shop.example.", "example.com.", "www.example.org.", "shop.test."]) {
      assert.isUndefined(reserved(name))
      assert.match(reserved(name, settings({ environment: "production" })) ?? "", /^special_use /)
    }
  })

  it("except for ordinary names and reverse trees", () => {
    for (
      const name of [
        "shop.com.",
        "_dmarc.shop.com.",
        "shop.github.io.",
        "2.0.192.in-addr.arpa.",
        "0-63.2.0.192.in-addr.arpa.",
        "8.b.d.0.1.0.0.2.ip6.arpa.",
        "invalid.com."
      ]
    ) assert.isUndefined(reserved(name), name)
  })
})
