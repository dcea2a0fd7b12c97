import { Context, Effect, Layer } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import {
  type CurrentActor,
  type InputIssue,
  inputIssue,
  type InvalidInput,
  type OrganizationId,
  refuseInput,
  Transaction
} from "../shared/index.ts"
import {
  type BulkObjectTagChanges,
  illegalReferences,
  type ObjectReference,
  type ObjectTagChanges,
  type ObjectTagChangesResult,
  referenceText
} from "./ObjectTagChanges.ts"
import type { TagId } from "./Tag.ts"
import { IllegalObjectTypeForTag, TagNotFound } from "./TagError.ts"
import { TaggedObjectKinds, type TaggedObjects } from "./TaggedObjects.ts"
import { TagStore } from "./TagStore.ts"

type TaggingError = AuthorizationError | TagNotFound | IllegalObjectTypeForTag | InvalidInput

/** Adds tags to objects and removes them. A call changes everything or unsupported. Source: REST specification, "Tags". */
export class Tagging extends Context.Service<Tagging, {
  /** Adds one tag to objects and removes it from others. Unchanged assignments are not counted. */
  readonly changeObjects: (
    tag: TagId,
    changes: ObjectTagChanges
  ) => Effect.Effect<ObjectTagChangesResult, TaggingError, CurrentActor>
  /** Changes or replaces the tags of several objects of one kind. */
  readonly changeTags: (
    changes: BulkObjectTagChanges
  ) => Effect.Effect<ObjectTagChangesResult, TaggingError, CurrentActor>
}>()("@namewright/core/tags/Tagging") {
  static readonly layer = Layer.effect(
    Tagging,
    Effect.gen(function*() {
      const store = yield* TagStore
      const kinds = yield* TaggedObjectKinds
      const transaction = yield* Transaction

      const lockTags = Effect.fnUntraced(function*(organization: OrganizationId, ids: ReadonlyArray<TagId>) {
        const tags = yield* store.lock(organization, ids)
        const existing = new Set(tags.map((tag) => tag.tag_id))
        const unknown = ids.find((id) => !existing.has(id))
        if (unknown !== undefined) return yield* new TagNotFound({ tag_id: unknown })
        return tags
      })

      const changeObjects = Effect.fn("Tagging.changeObjects")(function*(tag_id: TagId, changes: ObjectTagChanges) {
        const { organization_id } = yield* authorize("tags:manage")
        const add = changes.add ?? []
        const remove = changes.remove ?? []
        return yield* transaction.atomically(Effect.gen(function*() {
          const [tag] = yield* lockTags(organization_id, [tag_id])
          if (tag === undefined) return yield* new TagNotFound({ tag_id })
          yield* refuse(illegalReferences(tag.type, [...add, ...remove]))
          const objects = kinds[tag.type] ?? unsupported
          const { ids, unresolved } = yield* resolve(objects, organization_id, [...add, ...remove])
          yield* refuseInput(addedAndRemoved(add, remove, (reference) => ids.get(referenceText(reference))))
          return {
            added: yield* objects.add(organization_id, [tag_id], idsOf(ids, add)),
            removed: yield* objects.remove(organization_id, [tag_id], idsOf(ids, remove)),
            unresolved
          }
        }))
      })

      const changeTags = Effect.fn("Tagging.changeTags")(function*(changes: BulkObjectTagChanges) {
        const { organization_id } = yield* authorize("tags:manage")
        const add = unique(changes.add ?? [])
        const remove = unique(changes.remove ?? [])
        const replace = changes.replace ? unique(changes.replace) : undefined
        yield* refuseInput([...replaceWithOthers(changes), ...addedAndRemoved(add, changes.remove ?? [], (id) => id)])
        return yield* transaction.atomically(Effect.gen(function*() {
          const tags = yield* lockTags(organization_id, unique([...add, ...remove, ...replace ?? []]))
          yield* refuse(
            tags.some((tag) => tag.type !== changes.type)
              ? unique(changes.objects.map(referenceText))
              : illegalReferences(changes.type, changes.objects)
          )
          const objects = kinds[changes.type] ?? unsupported
          const { ids, unresolved } = yield* resolve(objects, organization_id, changes.objects)
          const targets = idsOf(ids, changes.objects)
          const removed = replace === undefined
            ? yield* objects.remove(organization_id, remove, targets)
            : yield* objects.retain(organization_id, replace, targets)
          const added = yield* objects.add(organization_id, replace ?? add, targets)
          return { added, removed, unresolved }
        }))
      })

      return Tagging.of({ changeObjects, changeTags })
    })
  )
}

const unique = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

/** Object kind without a store; no reference resolves to an object. */
const unsupported: Pick<TaggedObjects, "resolve" | "add" | "remove" | "retain"> = {
  resolve: () => Effect.succeed(new Map()),
  add: () => Effect.succeed(0),
  remove: () => Effect.succeed(0),
  retain: () => Effect.succeed(0)
}

const resolve = Effect.fnUntraced(function*(
  objects: Pick<TaggedObjects, "resolve">,
  organization: OrganizationId,
  references: ReadonlyArray<ObjectReference>
) {
  const texts = unique(references.map(referenceText))
  const ids = yield* objects.resolve(organization, texts)
  return { ids, unresolved: texts.filter((text) => !ids.has(text)) }
})

/** Ids of the referenced objects, without duplicates: an object can be referenced by id and by name. */
const idsOf = (ids: ReadonlyMap<string, string>, references: ReadonlyArray<ObjectReference>) =>
  unique(references.flatMap((reference) => ids.get(referenceText(reference)) ?? []))

const refuse = (object_ids: ReadonlyArray<string>) =>
  object_ids.length === 0 ? Effect.void : Effect.fail(new IllegalObjectTypeForTag({ object_ids }))

const replaceWithOthers = ({ add, remove, replace }: BulkObjectTagChanges): ReadonlyArray<InputIssue> =>
  replace && ((add?.length ?? 0) > 0 || (remove?.length ?? 0) > 0)
    ? [inputIssue(["body", "replace"], "value_error", "replace cannot be combined with add or remove", replace)]
    : []

/** Values that a call both adds and removes, which is contradictory. */
const addedAndRemoved = <A>(
  add: ReadonlyArray<A>,
  remove: ReadonlyArray<A>,
  idOf: (value: A) => string | undefined
): ReadonlyArray<InputIssue> => {
  const added = new Set(add.map(idOf))
  return remove.flatMap((value, index) => {
    const id = idOf(value)
    return id !== undefined && added.has(id)
      ? [inputIssue(["body", "remove", index], "value_error", "The same call adds what it removes", value)]
      : []
  })
}
