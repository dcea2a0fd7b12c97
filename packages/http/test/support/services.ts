import * as Sqlite from "@namewright/adapters-sqlite"
import { AccessTokens, ApiKeys, RecentCallers, SigningKeys } from "@namewright/core/access"
import { EventLog, Events } from "@namewright/core/events"
import { Layer } from "effect"
import * as TokenSignerJose from "../../src/access/TokenSignerJose.ts"

/** Every service of core over a fresh SQLite database in memory: upper slices first, one line a slice. */
export const services = Layer.mergeAll(Events.layer, ApiKeys.layer, AccessTokens.layer).pipe(
  Layer.provideMerge(EventLog.layer),
  Layer.provideMerge(SigningKeys.layer),
  Layer.provideMerge(RecentCallers.layer),
  Layer.provideMerge(TokenSignerJose.layer),
  Layer.provideMerge(Sqlite.layer({ filename: ":memory:" }))
)
