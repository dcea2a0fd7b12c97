import { RecentCallers, SealedSecrets } from "@namewright/core/access"
import { ProgramUses, RealmKeys, RealmRecords } from "@namewright/core/realm"
import { PlatformSettings, standardSettings, Timetable } from "@namewright/core/shared"
import { Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

/** The realm's services on a database in memory, which is exported for further processes. */
export const realmPlatform = (settings: Partial<PlatformSettings> = {}) =>
  Layer.mergeAll(ProgramUses.layer, RealmKeys.layer, RealmRecords.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(RecentCallers.layer, SealedSecrets.layer, Timetable.layer)),
    Layer.provideMerge(Layer.orDie(memoryDatabase())),
    Layer.provideMerge(Layer.succeed(PlatformSettings, { ...standardSettings, ...settings }))
  )
