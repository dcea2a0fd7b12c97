import { TaggedObjectKinds } from "@namewright/core/tags"
import { Effect, Layer } from "effect"
import * as TaggedContactsSql from "../contacts/TaggedContactsSql.ts"

/** Every kind of object whose tags are stored, one line a kind. */
export const layer = Layer.effect(
  TaggedObjectKinds,
  Effect.all({
    CONTACT: TaggedContactsSql.make
  })
)
