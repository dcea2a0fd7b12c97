import { Context, type Effect } from "effect"
import type { Instant } from "../shared/index.ts"
import type { MaintenanceNotice, RegistryMaintenance } from "./RegistryMaintenance.ts"

/** Storage port: the maintenances that registries have announced. */
export class RegistryMaintenanceStore extends Context.Service<RegistryMaintenanceStore, {
  /** Stores a maintenance of a registry under its id, in place of what was announced before. */
  readonly put: (registry: string, notice: MaintenanceNotice) => Effect.Effect<void>
  /** Ends a maintenance early, or withdraws it. One that is unknown, or has ended, stays as it is. */
  readonly end: (registry: string, maintenanceId: string, on: Instant.Instant) => Effect.Effect<void>
  /** Maintenances of all registries whose announced end is after `since`, by start; at most `limit`. */
  readonly since: (since: Instant.Instant, limit: number) => Effect.Effect<ReadonlyArray<RegistryMaintenance>>
}>()("@namewright/core/registry/RegistryMaintenanceStore") {}
