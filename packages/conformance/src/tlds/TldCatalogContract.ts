import { assert, layer } from "@effect/vitest"
import { DomainName } from "@namewright/core/shared"
import { specProblems, TldCatalog, TldSpec } from "@namewright/core/tlds"
import { Effect, type Layer, Option, Schema } from "effect"

/**
 * Contract of catalogues of TLDs, independent of the source of their specifications. The catalogue must sell at least
 * one TLD.
 */
export const tldCatalogContract = <E>(name: string, catalog: Layer.Layer<TldCatalog, E>) =>
  layer(catalog)(`TldCatalog (${name})`, (it) => {
    it.effect("lists each TLD once, by name, with specifications that hold together", () =>
      Effect.gen(function*() {
        const { list } = yield* TldCatalog
        const specs = yield* list
        assert.isNotEmpty(specs)
        const first = specs.map(({ tlds }) => tlds[0].name)
        assert.deepStrictEqual(first, first.toSorted())
        const names = specs.flatMap(({ tlds }) => tlds.map((tld) => tld.name))
        assert.strictEqual(new Set(names).size, names.length)
        for (const spec of specs) {
          assert.deepStrictEqual(specProblems(spec), [])
          yield* Schema.encodeEffect(TldSpec)(spec)
        }
      }))

    it.effect("finds every listed TLD, in any case and with a leading dot, and by its version", () =>
      Effect.gen(function*() {
        const { find, list } = yield* TldCatalog
        for (const spec of yield* list) {
          const { backend, version } = spec
          for (const tld of spec.tlds) {
            for (const text of [tld.name, tld.name.toUpperCase(), `.${tld.name}`]) {
              const found = Option.getOrThrow(yield* find(text))
              assert.deepStrictEqual([found.backend, found.version], [backend, version])
            }
            assert.isTrue(Option.isSome(yield* find(tld.name, { backend, version })))
            assert.isTrue(Option.isNone(yield* find(tld.name, { version: version + 1_000_000 })))
            assert.isTrue(Option.isNone(yield* find(tld.name, { backend: "no-such-backend" })))
          }
        }
      }))

    it.effect("splits direct children of a TLD, and no other names", () =>
      Effect.gen(function*() {
        const { list, split } = yield* TldCatalog
        for (const { tlds } of yield* list) {
          for (const { name: tld } of tlds) {
            const found = Option.getOrThrow(split(DomainName.make(`namewright-example.${tld}`)))
            assert.deepStrictEqual([found.tld, found.sld], [tld, "namewright-example"])
            assert.include(found.spec.tlds.map((one) => one.name), tld)
            assert.isTrue(Option.isNone(split(DomainName.make(`www.namewright-example.${tld}`))))
          }
        }
        assert.isTrue(Option.isNone(split(DomainName.make("example.no-such-tld"))))
      }))

    it.effect("splits no suffix of a registry", () =>
      Effect.gen(function*() {
        const { list, split } = yield* TldCatalog
        const suffixes = (yield* list).flatMap(({ tlds }) => tlds.map((tld) => tld.name)).filter((tld) =>
          tld.includes(".")
        )
        for (const suffix of suffixes) assert.isTrue(Option.isNone(split(DomainName.make(suffix))), suffix)
      }))
  })
