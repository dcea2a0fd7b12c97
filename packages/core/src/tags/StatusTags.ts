import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../shared/index.ts"
import type { StatusTagType } from "./StatusTag.ts"
import type { TagType } from "./Tag.ts"
import { TaggedObjectKinds } from "./TaggedObjects.ts"

/**
 * Sets and clears status tags. Other slices call it in the transaction of the change that causes the tag. It checks no
 * permissions and opens no transaction.
 */
export class StatusTags extends Context.Service<StatusTags, {
  /** Sets the tag of an object. Does nothing if it is set. */
  readonly set: (
    organization: OrganizationId,
    type: TagType,
    object: string,
    tag: StatusTagType
  ) => Effect.Effect<void>
  /** Clears the tag of an object. Does nothing if it is not set. */
  readonly clear: (
    organization: OrganizationId,
    type: TagType,
    object: string,
    tag: StatusTagType
  ) => Effect.Effect<void>
}>()("@namewright/core/tags/StatusTags") {
  static readonly layer = Layer.effect(
    StatusTags,
    Effect.gen(function*() {
      const kinds = yield* TaggedObjectKinds

      const ofKind = (type: TagType) => {
        const objects = kinds[type]
        return objects === undefined ? Effect.die(new Error(`No store keeps tags of ${type}`)) : Effect.succeed(objects)
      }

      return StatusTags.of({
        set: Effect.fnUntraced(function*(organization, type, object, tag) {
          const objects = yield* ofKind(type)
          yield* objects.setStatus(organization, object, tag)
        }),
        clear: Effect.fnUntraced(function*(organization, type, object, tag) {
          const objects = yield* ofKind(type)
          yield* objects.clearStatus(organization, object, tag)
        })
      })
    })
  )
}
