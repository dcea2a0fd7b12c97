import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { EppDsData, EppKeyData, SecDnsData, SecDnsUpdate } from "../../src/index.ts"
import { answers, framesKeepToSchemas, isFree, register, type Registrar, Registrars, shown } from "./Registrars.ts"

const ds = (keyTag: number, changes: Partial<EppDsData> = {}): EppDsData => ({
  keyTag,
  algorithm: 13,
  digestType: 2,
  digest: "AB".repeat(32),
  ...changes
})
const key: EppKeyData = {
  flags: 257,
  protocol: 3,
  algorithm: 13,
  publicKey: "oJMRESz5E4gYzS/q6XDrvU1qMPYIjCWzJaOau8XNEZeqCYKD5ar0IRd8KqXXFJkqmVfRvMGPmM1x8fGAa2XhSA=="
}
const dsData = (...records: ReadonlyArray<EppDsData>): SecDnsData => ({ form: "ds", records })

const update = (registrar: Registrar, name: string, secDNS: SecDnsUpdate, code: number) =>
  answers(registrar, { _tag: "DomainUpdate", name, extension: { secDNS } }, code)

/** The key tags of the digests that a name has. */
const tagsOf = (registrar: Registrar, name: string) =>
  Effect.map(
    shown(registrar, name),
    ({ response: { extension: { secDNS } } }) => secDNS?.form === "ds" ? secDNS.records.map(({ keyTag }) => keyTag) : []
  )

layer(Registrars.layer())("DNSSEC data of a name", (it) => {
  it.effect("are set by its registration, added, removed, replaced, and removed all at once", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const name = "signed.generic"
      yield* register(ours, name, { extension: { secDNS: dsData(ds(1), ds(2, { key })) } })
      const { response: { extension } } = yield* shown(ours, name)
      assert.deepStrictEqual(extension.secDNS, dsData(ds(1), ds(2)))
      yield* update(ours, name, { add: dsData(ds(3)) }, 1000)
      yield* update(ours, name, { remove: dsData(ds(1)) }, 1000)
      assert.deepStrictEqual(yield* tagsOf(ours, name), [2, 3])
      yield* update(ours, name, { remove: dsData(ds(2)), add: dsData(ds(4)) }, 1000)
      assert.deepStrictEqual(yield* tagsOf(ours, name), [3, 4])
      yield* update(ours, name, { remove: "all", add: dsData(ds(5)) }, 1000)
      assert.deepStrictEqual(yield* tagsOf(ours, name), [5])
      yield* update(ours, name, { remove: "all" }, 1000)
      assert.deepStrictEqual(yield* tagsOf(ours, name), [])
    }))

  it.effect.each<[string, number, SecDnsUpdate]>([
    ["an algorithm that is not in use", 2004, { add: dsData(ds(1, { algorithm: 0 })) }],
    ["an algorithm that is no octet", 2001, { add: dsData(ds(1, { algorithm: 256 })) }],
    ["a negative algorithm", 2001, { add: dsData(ds(1, { algorithm: -1 })) }],
    ["a digest type that is not in use", 2004, { add: dsData(ds(1, { digestType: 9 })) }],
    ["a digest of another length than its type has", 2005, { add: dsData(ds(1, { digest: "ABCD" })) }],
    ["a digest that is not hexadecimal", 2001, { add: dsData(ds(1, { digest: "XY" })) }],
    ["a key tag above 65535", 2001, { add: dsData(ds(70_000)) }],
    ["nine records", 2306, { add: dsData(...Array.from({ length: 9 }, (_, index) => ds(index))) }],
    ["the same record twice", 2306, { add: dsData(ds(1), ds(1)) }],
    ["keys where the registry takes digests", 2306, { add: { form: "key", records: [key] } }],
    ["the removal of a record that is not there", 2306, { remove: dsData(ds(1)) }],
    ["a signature life", 2102, { add: { ...dsData(ds(1)), maximumSignatureLife: 604_800 } }],
    ["a change of the signature life", 2102, { maximumSignatureLife: 604_800 }],
    ["haste", 2102, { urgent: true, add: dsData(ds(1)) }]
  ])("are refused with %s, and nothing changes", ([, code, change]) =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      const name = "kept.generic"
      if (yield* isFree(ours, name)) {
        yield* register(ours, name, { extension: { secDNS: dsData(ds(65_535)) } })
      }
      yield* update(ours, name, change, code)
      yield* update(theirs, name, { remove: "all" }, 2201)
      assert.deepStrictEqual(yield* tagsOf(ours, name), [65_535])
    }))
})

framesKeepToSchemas()
