import { Context, type Duration } from "effect"

/** Settings of look-ups of availability. They do not concern orders, which always ask the registry. */
export interface AvailabilitySettings {
  /**
   * Time within which a registry must answer about a group of names, from the moment the group is its next; then the
   * names of the group, and those of the same request that wait for the same registry, are `unknown`.
   */
  readonly time_limit: Duration.Input
  /** Groups about which a process asks one registry at once. A group has as many names as one check command takes. */
  readonly groups_at_once: number
  /** Time for which a process keeps the answers of registries; 0 keeps none. */
  readonly cache_time: Duration.Input
  /** Answers that a process keeps; the oldest are dropped. */
  readonly cached_names: number
}

export const availabilitySettings: AvailabilitySettings = {
  time_limit: "10 seconds",
  groups_at_once: 4,
  cache_time: "3 seconds",
  cached_names: 10_000
}

/** Settings of this installation. Default: `availabilitySettings`. */
export const CurrentAvailabilitySettings = Context.Reference<AvailabilitySettings>(
  "@namewright/core/availability/CurrentAvailabilitySettings",
  { defaultValue: () => availabilitySettings }
)
