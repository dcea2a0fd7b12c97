import { Schema } from "effect"
import { limits } from "../shared/index.ts"
import { TagId, TagType } from "./Tag.ts"

const ReferenceText = Schema.String.check(
  Schema.isMinLength(limits.objectReference.minimum),
  Schema.isMaxLength(limits.objectReference.maximum)
)

/** Object by id or name, or by kind with id or name. */
export const ObjectReference = Schema.Union([
  ReferenceText,
  Schema.Struct({ object_type: TagType, object_id: ReferenceText })
]).annotate({ identifier: "ObjectReference" })
export type ObjectReference = typeof ObjectReference.Type

const upToLimit = Schema.isMaxLength(limits.taggedObjects.maximum)
const References = Schema.optionalKey(Schema.NullOr(Schema.Array(ObjectReference).check(upToLimit)))
const TagIds = Schema.optionalKey(Schema.NullOr(Schema.Array(TagId).check(upToLimit)))

/** Objects to which one tag is added, and from which it is removed. Source: REST specification, "Tags". */
export const ObjectTagChanges = Schema.Struct({ add: References, remove: References })
  .annotate({ identifier: "ObjectTagChanges" })
export type ObjectTagChanges = typeof ObjectTagChanges.Type

/**
 * Tags to add to objects of one kind and to remove from them, or, with `replace`, all their tags afterwards. An empty
 * `replace` removes all tags.
 */
export const BulkObjectTagChanges = Schema.Struct({
  type: TagType,
  objects: Schema.Array(ObjectReference).check(Schema.isMinLength(limits.taggedObjects.minimum), upToLimit),
  add: TagIds,
  remove: TagIds,
  replace: TagIds
}).annotate({ identifier: "BulkObjectTagChanges" })
export type BulkObjectTagChanges = typeof BulkObjectTagChanges.Type

/** Numbers of new and of removed assignments, and the references without an object. */
export const ObjectTagChangesResult = Schema.Struct({
  added: Schema.Int,
  removed: Schema.Int,
  unresolved: Schema.Array(Schema.String)
}).annotate({ identifier: "ObjectTagChangesResult" })
export type ObjectTagChangesResult = typeof ObjectTagChangesResult.Type

const idPrefixes: Record<TagType, string> = { DOMAIN: "domain", CONTACT: "contact", ZONE: "zone" }
const idForm = /^([a-z]+(?:_[a-z]+)*)_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** The id or name in a reference. */
export const referenceText = (reference: ObjectReference): string =>
  typeof reference === "string" ? reference : reference.object_id

/** True if a reference contains another kind of object; a name contains no kind. */
const meansAnotherKind = (type: TagType, reference: ObjectReference): boolean => {
  if (typeof reference !== "string" && reference.object_type !== type) return true
  const prefix = idForm.exec(referenceText(reference))?.[1]
  return prefix !== undefined && prefix !== idPrefixes[type]
}

/** References to objects of another kind than the tag's, without duplicates. */
export const illegalReferences = (
  type: TagType,
  references: ReadonlyArray<ObjectReference>
): ReadonlyArray<string> => [
  ...new Set(references.filter((reference) => meansAnotherKind(type, reference)).map(referenceText))
]
