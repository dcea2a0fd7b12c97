import { Context, Effect, Layer, Option } from "effect"
import { memoize } from "effect/Function"
import { getPublicSuffix } from "tldts"
import type { DomainName } from "../shared/index.ts"
import { catalogue } from "./catalogue/catalogue.ts"
import { specProblems } from "./specProblems.ts"
import type { TldSpec } from "./TldSpec.ts"

/** Selects a stored version of a specification. */
export interface TldSelection {
  readonly backend?: string | undefined
  readonly customer_spec_ref?: string | undefined
  readonly version?: number | undefined
}

/** Name split at the suffix of its specification. `www.example.co.uk` is no such name. */
export interface NameInTld {
  readonly spec: TldSpec
  /** Registry suffix, `co.uk` or `com`. */
  readonly tld: string
  /** Label before the suffix. */
  readonly sld: string
}

/** Catalogue of TLD specifications. Checks no permissions. */
export class TldCatalog extends Context.Service<TldCatalog, {
  /**
   * The newest specification of a TLD, or the selected one. `tld` is case-insensitive, with or without a leading dot.
   */
  readonly find: (tld: string, selection?: TldSelection) => Effect.Effect<Option.Option<TldSpec>>
  /** Splits a registrable name. None if the TLD is not in the catalogue, or the name is not directly below it. */
  readonly split: (name: DomainName) => Option.Option<NameInTld>
  /** The newest specification of every TLD, sorted by name. */
  readonly list: Effect.Effect<ReadonlyArray<TldSpec>>
}>()("@namewright/core/tlds/TldCatalog") {
  /**
   * A catalogue of `own` specifications over those of `builtIn`. An own specification replaces every built-in one of
   * the same TLD; among several versions the newest is used. Contradictory specifications are a defect, which names all
   * of them.
   */
  static readonly layerOf = (
    own: ReadonlyArray<TldSpec>,
    builtIn: ReadonlyArray<TldSpec> = catalogue
  ): Layer.Layer<TldCatalog> => Layer.effect(TldCatalog, Effect.suspend(() => make(own, builtIn)))

  /** The specifications that Namewright includes. */
  static readonly layer: Layer.Layer<TldCatalog> = TldCatalog.layerOf([])
}

/** Normalised TLD: lower case, without leading and trailing dots. */
export const normaliseTld = (tld: string): string => tld.toLowerCase().replace(/^\.|\.$/g, "")

const make = Effect.fnUntraced(function*(own: ReadonlyArray<TldSpec>, builtIn: ReadonlyArray<TldSpec>) {
  const problems = own.flatMap((spec) => specProblems(spec).map((problem) => `.${spec.tlds[0].name}: ${problem}`))
  if (problems.length > 0) return yield* Effect.die(new Error(`TLD specifications are wrong: ${problems.join("; ")}`))
  const { list, newest, versions } = own.length === 0
    ? builtInIndex(builtIn)
    : indexed([...newestFirst(own), ...newestFirst(builtIn)])

  const find = (tld: string, selection: TldSelection = {}) =>
    Effect.sync(() =>
      Option.fromUndefinedOr(versions.get(normaliseTld(tld))?.find((spec) => isSelected(spec, selection)))
    )

  const split = (name: DomainName): Option.Option<NameInTld> => {
    const dot = name.indexOf(".")
    const tld = name.slice(dot + 1)
    const spec = newest(tld)
    return spec === undefined || versions.has(name) || isPublicSuffix(name)
      ? Option.none()
      : Option.some({ spec, tld, sld: name.slice(0, dot) })
  }

  return TldCatalog.of({ find, split, list: Effect.succeed(list) })
})

/** True for suffixes of a registry, such as `gov.uk`, which cannot be registered even if they are not sold here. */
const isPublicSuffix = (name: string): boolean => getPublicSuffix(name, { allowPrivateDomains: false }) === name

/** Specifications by name, in the order of precedence. */
const indexed = (specs: ReadonlyArray<TldSpec>) => {
  const versions = versionsByName(specs)
  const newest = (tld: string) => versions.get(tld)?.find((spec) => spec.customer_spec_ref === null)
  const listed = new Set(Array.from(versions.keys()).flatMap((name) => newest(name) ?? []))
  const list = Array.from(listed).flatMap((spec) => {
    const [first, ...others] = spec.tlds.filter(({ name }) => newest(name) === spec)
    return first === undefined ? [] : [{ ...spec, tlds: [first, ...others] as const }]
  }).toSorted((a, b) => a.tlds[0].name < b.tlds[0].name ? -1 : 1)
  return { list, newest, versions }
}

/** Platforms without own specifications share the index of a process. */
const builtInIndex = memoize((builtIn: ReadonlyArray<TldSpec>) => indexed(newestFirst(builtIn)))

const newestFirst = (specs: ReadonlyArray<TldSpec>) => specs.toSorted((a, b) => b.version - a.version)

const versionsByName = (specs: ReadonlyArray<TldSpec>): ReadonlyMap<string, ReadonlyArray<TldSpec>> => {
  const versions = new Map<string, Array<TldSpec>>()
  for (const spec of specs) {
    for (const { name } of spec.tlds) versions.set(name, [...(versions.get(name) ?? []), spec])
  }
  return versions
}

/** True if a specification matches a selection. A customer's variant is found only by its reference. */
const isSelected = (spec: TldSpec, { backend, customer_spec_ref, version }: TldSelection): boolean =>
  (backend === undefined || spec.backend === backend) &&
  spec.customer_spec_ref === (customer_spec_ref ?? null) &&
  (version === undefined || spec.version === version)
