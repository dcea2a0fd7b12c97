import { normaliseTld, type TldSpec } from "@namewright/core/tlds"
import type { ConfiguredRegistry } from "./readEppConfig.ts"

/** A backend of the catalogue and its registry. */
export interface RegistryRoute {
  readonly backend: string
  readonly registry: ConfiguredRegistry
  /** All suffixes of the backend. */
  readonly zones: ReadonlyArray<string>
}

/**
 * Maps the configured registries to backends. The platform identifies a registry by its backend, so a registry needs
 * all TLDs of one backend and no others. An omitted TLD would still be routed to it, and one of another backend never.
 */
export const registryRoutes = (
  registries: ReadonlyArray<ConfiguredRegistry>,
  specs: ReadonlyArray<TldSpec>
): { readonly routes: ReadonlyArray<RegistryRoute>; readonly problems: ReadonlyArray<string> } => {
  const found = registries.map((registry) => routeOf(registry, specs))
  const routes = found.flatMap(({ route }) => route ?? [])
  const shared = routes.flatMap(({ backend, registry }, index) => {
    const other = routes.slice(0, index).find((before) => before.backend === backend)?.registry
    return other === undefined
      ? []
      : [`registries.${registry.name}.tlds: ${other.name} has the backend ${backend}, too`]
  })
  return { routes, problems: [...found.flatMap(({ problems }) => problems), ...shared] }
}

const routeOf = (registry: ConfiguredRegistry, specs: ReadonlyArray<TldSpec>) => {
  const problem = (text: string) => `registries.${registry.name}.tlds: ${text}`
  const tlds = registry.tlds.map(normaliseTld)
  const specOf = (tld: string) => specs.find((spec) => spec.tlds.some(({ name }) => name === tld))
  const unknown = tlds.filter((tld) => specOf(tld) === undefined)
  const backends = Array.from(new Set(tlds.flatMap((tld) => specOf(tld)?.backend ?? [])))
  const [backend, ...others] = backends
  const zones = suffixesOf(specs.filter((spec) => spec.backend === backend))
  const left = suffixesOf(specs.filter((spec) => spec.backend === backend && spec.enabled))
    .filter((zone) => !tlds.includes(zone))
  const problems = [
    ...unknown.map((tld) => problem(`the catalogue has no .${tld}`)),
    ...(others.length === 0
      ? []
      : [problem(`they have several backends, ${backends.join(", ")}; name a registry for each`)]),
    ...(left.length === 0
      ? []
      : [problem(`${backend} keeps ${left.map((zone) => `.${zone}`).join(", ")} as well; name all`)])
  ]
  return { problems, route: backend === undefined ? undefined : { backend, registry, zones } }
}

const suffixesOf = (specs: ReadonlyArray<TldSpec>): ReadonlyArray<string> =>
  specs.flatMap(({ tlds }) => tlds.map(({ name }) => name))
