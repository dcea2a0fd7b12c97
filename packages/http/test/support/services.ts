import * as Sqlite from "@namewright/adapters-sqlite"
import { AccessTokens, ApiKeys, Idempotency, RecentCallers, SigningKeys } from "@namewright/core/access"
import { Contacts } from "@namewright/core/contacts"
import { EventLog, Events } from "@namewright/core/events"
import { Hosts } from "@namewright/core/hosts"
import { Timetable } from "@namewright/core/shared"
import { StatusTags, Tagging, Tags } from "@namewright/core/tags"
import { TldCatalog, Tlds } from "@namewright/core/tlds"
import { Layer } from "effect"
import * as TokenSignerJose from "../../src/access/TokenSignerJose.ts"
import { UsedContacts } from "./UsedContacts.ts"

/** Every service of core over a fresh SQLite database in memory: upper slices first, one line a slice. */
export const services = Layer.mergeAll(
  Events.layer,
  ApiKeys.layer,
  AccessTokens.layer,
  Idempotency.layer,
  Contacts.layer,
  Tags.layer,
  Tagging.layer,
  StatusTags.layer,
  Tlds.layer
).pipe(
  Layer.provideMerge(TldCatalog.layer),
  Layer.provideMerge(EventLog.layer),
  Layer.provideMerge(Timetable.layer),
  Layer.provideMerge(SigningKeys.layer),
  Layer.provideMerge(RecentCallers.layer),
  Layer.provideMerge(TokenSignerJose.layer),
  Layer.provideMerge(UsedContacts.layer),
  Layer.provideMerge(Layer.mock(Hosts)({})),
  Layer.provideMerge(Sqlite.layer({ filename: ":memory:" }))
)
