import { TaggedObjectKinds } from "@namewright/core/tags"
import { Effect, Layer } from "effect"
import * as TaggedContactsSql from "../contacts/TaggedContactsSql.ts"
import * as TaggedZonesSql from "../dns/TaggedZonesSql.ts"
import * as TaggedDomainsSql from "../domains/TaggedDomainsSql.ts"

/** All kinds of objects with stored tags. */
export const layer = Layer.effect(
  TaggedObjectKinds,
  Effect.all({
    DOMAIN: TaggedDomainsSql.make,
    CONTACT: TaggedContactsSql.make,
    ZONE: TaggedZonesSql.make
  })
)
