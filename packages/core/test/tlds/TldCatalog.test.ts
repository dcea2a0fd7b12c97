import { assert, describe, it } from "@effect/vitest"
import { tldCatalogContract } from "@namewright/conformance"
import { DomainName } from "@namewright/core/shared"
import { TldCatalog, tldSpec } from "@namewright/core/tlds"
import { Cause, Effect, Exit, Option } from "effect"

const acme = tldSpec({ name: "acme", type: "gTLD", backend: "acme", roles: "R" })
const newAcme = tldSpec({ name: "acme", type: "gTLD", backend: "acme", version: 3, roles: "RA" })
const acmeForOne = tldSpec({
  name: "acme",
  type: "gTLD",
  backend: "acme",
  version: 4,
  customer_spec_ref: "one",
  roles: "R"
})
const resoldUk = tldSpec({ name: "uk", type: "ccTLD", backend: "reseller", roles: "R" })

tldCatalogContract("built in", TldCatalog.layer)
tldCatalogContract("own over built in", TldCatalog.layerOf([acme, newAcme, acmeForOne, resoldUk]))
tldCatalogContract("own alone", TldCatalog.layerOf([acme, newAcme, acmeForOne], []))

const split = (name: string) => Effect.map(TldCatalog, (catalog) => catalog.split(DomainName.make(name)))
const find = (...query: Parameters<TldCatalog["Service"]["find"]>) =>
  Effect.flatMap(TldCatalog, (catalog) => catalog.find(...query))

describe("TldCatalog.split", () => {
  it.effect("splits at the suffix of the registry", () =>
    Effect.gen(function*() {
      const names = yield* Effect.forEach(
        ["example.com", "example.co.uk", "example.uk", "example.com.de", "example.or.at", "xn--mnchen-3ya.de"],
        (name) => Effect.map(split(name), Option.getOrThrow)
      )
      assert.deepStrictEqual(names.map(({ sld, spec, tld }) => [sld, tld, spec.backend]), [
        ["example", "com", "verisign"],
        ["example", "co.uk", "nominet"],
        ["example", "uk", "nominet"],
        ["example", "com.de", "centralnic"],
        ["example", "or.at", "nic-at"],
        ["xn--mnchen-3ya", "de", "denic"]
      ])
    }).pipe(Effect.provide(TldCatalog.layer)))

  it.effect("refuses hostnames, suffixes, and names of other TLDs", () =>
    Effect.gen(function*() {
      const names = [
        "www.example.com",
        "a.example.co.uk",
        "co.uk",
        "com.de",
        "gov.uk",
        "example.gov.uk",
        "ac.at",
        "example.zz"
      ]
      for (const name of names) assert.isTrue(Option.isNone(yield* split(name)), name)
    }).pipe(Effect.provide(TldCatalog.layer)))

  it.effect("splits names that are suffixes of others than registries", () =>
    Effect.gen(function*() {
      assert.isTrue(Option.isSome(yield* split("dyndns.org")))
      assert.isTrue(Option.isSome(yield* split("github.io")))
    }).pipe(Effect.provide(TldCatalog.layer)))
})

describe("TldCatalog.layerOf", () => {
  it.effect("keeps every version, and answers with the newest", () =>
    Effect.gen(function*() {
      assert.strictEqual(Option.getOrThrow(yield* find("acme")).version, 3)
      assert.strictEqual(Option.getOrThrow(yield* find("acme", { version: 1 })), acme)
      assert.isTrue(Option.isNone(yield* find("acme", { version: 2 })))
    }).pipe(Effect.provide(TldCatalog.layerOf([acme, newAcme]))))

  it.effect("finds a customer's variant by its reference alone", () =>
    Effect.gen(function*() {
      assert.strictEqual(Option.getOrThrow(yield* find("acme")).version, 3)
      assert.isTrue(Option.isNone(yield* find("acme", { version: 4 })))
      assert.strictEqual(Option.getOrThrow(yield* find("acme", { customer_spec_ref: "one" })), acmeForOne)
      assert.isTrue(Option.isNone(yield* find("acme", { customer_spec_ref: "two" })))
    }).pipe(Effect.provide(TldCatalog.layerOf([newAcme, acmeForOne]))))

  it.effect("replaces the built-in specification by an own one, and keeps its other suffixes", () =>
    Effect.gen(function*() {
      assert.strictEqual(Option.getOrThrow(yield* find("uk")), resoldUk)
      assert.strictEqual(Option.getOrThrow(yield* find("uk", { backend: "nominet" })).tlds[0].name, "uk")
      assert.strictEqual(Option.getOrThrow(yield* find("co.uk")).backend, "nominet")
      const listed = (yield* Effect.flatMap(TldCatalog, ({ list }) => list)).filter(({ backend }) =>
        backend === "nominet" || backend === "reseller"
      )
      assert.deepStrictEqual(
        listed.map(({ tlds }) => tlds.map(({ name }) => name)),
        [["co.uk", "me.uk", "org.uk"], ["cymru"], ["uk"], ["wales"]]
      )
    }).pipe(Effect.provide(TldCatalog.layerOf([resoldUk]))))

  it.effect("refuses to start with specifications that contradict themselves, and names all of them", () =>
    Effect.gen(function*() {
      const wrong = tldSpec({ name: "acme", type: "gTLD", backend: "acme", roles: "RR", label: [9, 3] })
      const other = { ...acme, transfer_policies: { ...acme.transfer_policies, authinfo_pattern: "[" } }
      const exit = yield* Effect.exit(Effect.provide(find("acme"), TldCatalog.layerOf([wrong, other])))
      const text = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
      assert.include(text, "characters: min 9 is above max 3")
      assert.include(text, "registrant is listed twice")
      assert.include(text, "authinfo_pattern is no regular expression")
    }))
})
