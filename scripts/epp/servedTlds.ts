import { normaliseTld, TldCatalog, type TldSpec, tldSpec } from "@namewright/core/tlds"
import { Effect, Option } from "effect"

/** Where all the TLDs of a server are kept. */
export const servedRegistry = "epp-server"

/** `test` as most generic TLDs are run: host objects, contacts at the registry, auth codes of the registrar's choice. */
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

/** The specifications of TLDs by name: `test`, and those of the catalogue with their rules, all at one registry. */
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

/** The rules of one of the suffixes that a specification is for. */
const alone = (spec: TldSpec, suffix: string): TldSpec => {
  const tld = spec.tlds.find(({ name }) => name === normaliseTld(suffix)) ?? spec.tlds[0]
  return { ...spec, backend: servedRegistry, tlds: [tld] }
}
