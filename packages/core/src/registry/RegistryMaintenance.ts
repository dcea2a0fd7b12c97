import { DateTime, Schema } from "effect"
import { Instant } from "../shared/index.ts"

/** Extent of a maintenance. Source: RFC 9167, section 3.3. */
export const MaintenanceImpact = Schema.Literals(["none", "partial", "full"])
export type MaintenanceImpact = typeof MaintenanceImpact.Type

/** A system that a maintenance affects. */
export const MaintenanceSystem = Schema.Struct({
  name: Schema.String,
  host: Schema.NullOr(Schema.String),
  impact: MaintenanceImpact
})

/** A maintenance as its registry announces it. Source: RFC 9167, section 3.3. */
export const MaintenanceNotice = Schema.Struct({
  maintenance_id: Schema.String,
  name: Schema.NullOr(Schema.String),
  starts_on: Instant.Instant,
  ends_on: Instant.Instant,
  /** Impact on the system and environment that this installation uses; `none` if they are not affected. */
  impact: MaintenanceImpact,
  systems: Schema.Array(MaintenanceSystem),
  /** `production`, `ote`, or the registry's own name of another environment. */
  environment: Schema.String,
  reason: Schema.Literals(["planned", "emergency"]),
  /** Affected suffixes, without a leading dot; empty for the whole registry. */
  tlds: Schema.Array(Schema.String),
  description: Schema.NullOr(Schema.String),
  /** Address of a page with details. */
  detail: Schema.NullOr(Schema.String)
})
export type MaintenanceNotice = typeof MaintenanceNotice.Type

/** A stored maintenance. */
export const RegistryMaintenance = Schema.Struct({
  ...MaintenanceNotice.fields,
  /** Key of the registry backend. */
  registry: Schema.String,
  /** Time at which the registry withdrew the maintenance or reported its end; null until then. */
  ended_on: Schema.NullOr(Instant.Instant)
})
export type RegistryMaintenance = typeof RegistryMaintenance.Type

/** A period in which no commands are sent. */
export interface Pause {
  readonly maintenance_id: string
  readonly starts_on: Instant.Instant
  readonly ends_on: Instant.Instant
}

/** The object of a command: a name, or an object that belongs to no suffix, such as a contact. */
export interface PauseScope {
  /** Null for an object without a suffix of the registry. */
  readonly name: string | null
  /** Suffixes of the registry. */
  readonly zones: ReadonlyArray<string>
}

/** The end of a maintenance: as announced, or as reported earlier. */
export const endOf = ({ ended_on, ends_on }: Pick<RegistryMaintenance, "ended_on" | "ends_on">): Instant.Instant =>
  ended_on === null ? ends_on : DateTime.min(ended_on, ends_on)

/** The latest-ending pause that has begun by `now`. Only maintenances with full impact pause commands. */
export const lastPause = (
  maintenances: ReadonlyArray<RegistryMaintenance>,
  scope: PauseScope,
  now: Instant.Instant
): Pause | undefined =>
  maintenances
    .filter(({ impact, starts_on, tlds }) =>
      impact === "full" && Instant.hasPassed(starts_on, now) && concerns(tlds, scope)
    )
    .map((maintenance): Pause => ({ ...pick(maintenance), ends_on: endOf(maintenance) }))
    .filter(({ ends_on, starts_on }) => DateTime.isGreaterThan(ends_on, starts_on))
    .toSorted((a, b) => DateTime.Order(b.ends_on, a.ends_on))[0]

const pick = ({ maintenance_id, starts_on }: RegistryMaintenance) => ({ maintenance_id, starts_on })

/**
 * A maintenance with suffixes applies to names under them. It applies to everything if it covers all suffixes of the
 * registry.
 */
const concerns = (tlds: ReadonlyArray<string>, { name, zones }: PauseScope): boolean => {
  const isIn = (suffix: string) => tlds.some((tld) => suffix === tld || suffix.endsWith(`.${tld}`))
  return tlds.length === 0 || (name !== null && isIn(name)) || (zones.length > 0 && zones.every(isIn))
}
