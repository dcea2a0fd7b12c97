import { Context, type Effect } from "effect"
import type { Instant } from "../shared/index.ts"
import type { MaintenanceNotice, RegistryMaintenance } from "./RegistryMaintenance.ts"

/** Storage port of the maintenances that registries have announced. */
export class RegistryMaintenanceStore extends Context.Service<RegistryMaintenanceStore, {
  /** Stores a maintenance of a registry under its id. Replaces an earlier announcement. */
  readonly put: (registry: string, notice: MaintenanceNotice) => Effect.Effect<void>
  /** Ends a maintenance early, or withdraws it. An unknown or ended maintenance is unchanged. */
  readonly end: (registry: string, maintenanceId: string, on: Instant.Instant) => Effect.Effect<void>
  /** Up to `limit` maintenances of all registries whose announced end is after `since`, by start. */
  readonly since: (since: Instant.Instant, limit: number) => Effect.Effect<ReadonlyArray<RegistryMaintenance>>
}>()("@namewright/core/registry/RegistryMaintenanceStore") {}
