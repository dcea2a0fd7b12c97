import { Context } from "effect"
import type { RotatingKeyStore } from "../access/index.ts"
import type { RealmKey, RealmKeyPurpose } from "./RealmKey.ts"

/** Storage ports of the realm's keys, one for each purpose. */
export class RealmKeyStore
  extends Context.Service<RealmKeyStore, Readonly<Record<RealmKeyPurpose, RotatingKeyStore<RealmKey>>>>()(
    "@namewright/core/realm/RealmKeyStore"
  )
{}
