import { normaliseTld, TldCatalog, type TldSpec, tldSpec } from "@namewright/core/tlds"
import { Effect, Option } from "effect"

/** Registry of all TLDs of a server. */
export const servedRegistry = "epp-server"

/** TLD `test`, like most generic TLDs: host objects, contacts at the registry, auth codes chosen by the registrar. */
const testTld: TldSpec = tldSpec({
  name: "test",
  type: "gTLD",
  backend: servedRegistry,
  roles: "Ratb",
  thick: true,
  contacts_move: true,
  lock: null,
  restore_renews: false
})

/** Specifications of TLDs by name: `test` and those of the catalogue, all at one registry. */
export const servedTlds = Effect.fnUntraced(function*(names: ReadonlyArray<string>) {
  const catalog = yield* TldCatalog
  return yield* Effect.forEach(names, (name) =>
    name === "test" ? Effect.succeed(testTld) : Effect.flatMap(
      catalog.find(name),
      Option.match({
        onNone: () => Effect.fail(new Error(`The catalogue has no TLD .${name}`)),
        onSome: (spec) => Effect.succeed(alone(spec, name))
      })
    ))
})

/** Specification reduced to one of its suffixes. */
const alone = (spec: TldSpec, suffix: string): TldSpec => {
  const tld = spec.tlds.find(({ name }) => name === normaliseTld(suffix)) ?? spec.tlds[0]
  return { ...spec, backend: servedRegistry, tlds: [tld] }
}
