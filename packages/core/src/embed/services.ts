import { Layer } from "effect"
import type { OrganizationDirectory, RoleStore } from "../access/index.ts"
import { EventId, EventLog, Events } from "../events/index.ts"
import { Timetable } from "../shared/index.ts"
import { offer } from "./PromiseCalls.ts"
import { Worker } from "./Worker.ts"

/**
 * Every service of core, upper slices first, one line a slice. What stays open are the ports: storage and registries.
 */
export const services = Layer.mergeAll(
  Events.layer,
  Worker.layer
).pipe(
  Layer.provideMerge(EventLog.layer),
  Layer.provideMerge(Timetable.layer)
)

/** The ports that storage provides: all that the services leave open. */
export type Storage = Layer.Services<typeof services> | OrganizationDirectory | RoleStore

/** Everything that a platform is made of. */
export type PlatformServices = Layer.Success<typeof services> | Storage

/** The services that `as` offers, by name, with the schemas of their inputs. */
export const offers = {
  events: offer(Events, { get: [EventId], acknowledge: [EventId] })
}
