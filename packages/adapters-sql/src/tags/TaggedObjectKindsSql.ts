import { TaggedObjectKinds } from "@namewright/core/tags"
import { Effect, Layer } from "effect"
import * as TaggedContactsSql from "../contacts/TaggedContactsSql.ts"
import * as TaggedZonesSql from "../dns/TaggedZonesSql.ts"
import * as TaggedDomainsSql from "../domains/TaggedDomainsSql.ts"

/** Every kind of object whose tags are stored, one line a kind. */
export const layer = Layer.effect(
  TaggedObjectKinds,
  Effect.all({
    DOMAIN: TaggedDomainsSql.make,
    CONTACT: TaggedContactsSql.make,
    ZONE: TaggedZonesSql.make
  })
)
