import type { IpRestrictions, OrganizationDirectory, PasskeyStore, UserOperations } from "@namewright/core/access"
import type { ObjectLogStore } from "@namewright/core/objectlog"
import type { RealmRecords } from "@namewright/core/realm"
import type { Transaction } from "@namewright/core/shared"
import type { Layer } from "effect"
import type { RealmServer } from "./RealmServer.ts"

/** A realm, and the services that tests of passkeys use. */
export type PasskeyServer<E> = Layer.Layer<
  | IpRestrictions
  | ObjectLogStore
  | OrganizationDirectory
  | PasskeyStore
  | RealmRecords
  | RealmServer
  | Transaction
  | UserOperations,
  E
>
