import { Context, Effect, Layer } from "effect"
import { type AuthorizationError, authorize, authorizeWithinObjects } from "../access/index.ts"
import {
  type CurrentActor,
  Instant,
  type OrganizationId,
  type Page,
  type PageRequest,
  type Sort,
  tagsOfScope,
  Text,
  Transaction
} from "../shared/index.ts"
import {
  type CreateTag,
  newTagId,
  type Tag,
  type TagColor,
  type TagId,
  type TagListFilter,
  type TagSortField,
  type UpdateTag
} from "./Tag.ts"
import { type TagLabelAlreadyExists, TagNotFound } from "./TagError.ts"
import { TaggedObjectKinds } from "./TaggedObjects.ts"
import { type TagRecord, TagStore } from "./TagStore.ts"

const firstColor: TagColor = "color-1"

/** Tags of an organization. Source: REST specification, "Tags". */
export class Tags extends Context.Service<Tags, {
  readonly create: (input: CreateTag) => Effect.Effect<Tag, AuthorizationError | TagLabelAlreadyExists, CurrentActor>
  readonly list: (
    filter: TagListFilter,
    sort: Sort<TagSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<Tag>, AuthorizationError, CurrentActor>
  readonly get: (id: TagId) => Effect.Effect<Tag, AuthorizationError | TagNotFound, CurrentActor>
  readonly update: (
    id: TagId,
    input: UpdateTag
  ) => Effect.Effect<Tag, AuthorizationError | TagNotFound | TagLabelAlreadyExists, CurrentActor>
  /** Deletes a tag and removes it from all objects. */
  readonly remove: (id: TagId) => Effect.Effect<void, AuthorizationError | TagNotFound, CurrentActor>
}>()("@namewright/core/tags/Tags") {
  static readonly layer = Layer.effect(
    Tags,
    Effect.gen(function*() {
      const store = yield* TagStore
      const kinds = yield* TaggedObjectKinds
      const transaction = yield* Transaction

      const counted = Effect.fnUntraced(function*(organization: OrganizationId, tags: ReadonlyArray<TagRecord>) {
        const counts = new Map<TagId, number>()
        for (const type of new Set(tags.map((tag) => tag.type))) {
          const ids = tags.filter((tag) => tag.type === type).map((tag) => tag.tag_id)
          for (const [id, count] of (yield* kinds[type]?.count(organization, ids) ?? none)) counts.set(id, count)
        }
        return tags.map((tag): Tag => ({ ...tag, object_count: counts.get(tag.tag_id) ?? 0 }))
      })

      const countedOne = (organization: OrganizationId, tag: TagRecord) =>
        Effect.map(counted(organization, [tag]), ([first]): Tag => first ?? { ...tag, object_count: 0 })

      const create = Effect.fn("Tags.create")(function*({ type, label, color, description }: CreateTag) {
        const { organization_id } = yield* authorize("tags:manage")
        const now = yield* Instant.now
        const tag: TagRecord = {
          tag_id: yield* newTagId,
          type,
          label,
          color: color ?? firstColor,
          description: Text.orNull(description),
          created_on: now,
          updated_on: now
        }
        yield* store.insert(organization_id, tag)
        return { ...tag, object_count: 0 }
      })

      const list: Tags["Service"]["list"] = Effect.fn("Tags.list")(function*(filter, sort, request) {
        const { organization_id, scope } = yield* authorizeWithinObjects("tags:read")
        const within = tagsOfScope(scope)
        const page = yield* store.list(organization_id, { ...filter, within }, sort, request)
        return { ...page, items: yield* counted(organization_id, page.items) }
      })

      const get = Effect.fn("Tags.get")(function*(tag_id: TagId) {
        const { organization_id, scope } = yield* authorizeWithinObjects("tags:read")
        const isVisible = tagsOfScope(scope)?.includes(tag_id) !== false
        const [tag] = isVisible ? yield* store.findMany(organization_id, [tag_id]) : []
        if (tag === undefined) return yield* new TagNotFound({ tag_id })
        return yield* countedOne(organization_id, tag)
      })

      const update = Effect.fn("Tags.update")(function*(tag_id: TagId, input: UpdateTag) {
        const { organization_id } = yield* authorize("tags:manage")
        return yield* transaction.atomically(Effect.gen(function*() {
          const [tag] = yield* store.lock(organization_id, [tag_id])
          if (tag === undefined) return yield* new TagNotFound({ tag_id })
          const changed: TagRecord = { ...tag, ...changesOf(input), updated_on: yield* Instant.now }
          yield* store.save(organization_id, changed)
          return yield* countedOne(organization_id, changed)
        }))
      })

      const remove = Effect.fn("Tags.remove")(function*(tag_id: TagId) {
        const { organization_id } = yield* authorize("tags:delete")
        yield* transaction.atomically(Effect.gen(function*() {
          const [tag] = yield* store.lock(organization_id, [tag_id])
          if (tag === undefined) return yield* new TagNotFound({ tag_id })
          yield* kinds[tag.type]?.clear(organization_id, tag_id) ?? Effect.void
          yield* store.remove(organization_id, tag_id)
        }))
      })

      return Tags.of({ create, list, get, update, remove })
    })
  )
}

const none: Effect.Effect<ReadonlyMap<TagId, number>> = Effect.succeed(new Map())

const changesOf = ({ label, color, description }: UpdateTag): Partial<TagRecord> => ({
  ...(label ? { label } : {}),
  ...(color ? { color } : {}),
  ...(description === undefined ? {} : { description: Text.orNull(description) })
})
