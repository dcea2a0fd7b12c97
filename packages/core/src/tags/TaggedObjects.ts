import { Context, type Effect } from "effect"
import type { OrganizationId } from "../shared/index.ts"
import type { StatusTagType } from "./StatusTag.ts"
import type { TagId, TagType } from "./Tag.ts"

/**
 * Storage port for the tags of one kind of object. The slice that owns the kind implements it and stores the
 * assignments in its own tables, shaped for its own lists. Implementations do not check that a tag exists: the tags
 * slice has done so, and holds a lock on the rows of all tags of a call until the transaction ends. Every method runs
 * inside the caller's transaction.
 * `tags` and `objects` contain no duplicates, at most `limits.taggedObjects.maximum` values, and may be empty. Objects
 * are named by id; unknown ids are ignored.
 * The owning slice also removes the assignments and status tags of an object with the object.
 */
export interface TaggedObjects {
  /**
   * Ids of the referenced objects, by reference. A reference is an id of the kind, or the object's name where the kind
   * has names (case-insensitive, with or without a final dot). Unknown references are absent. The objects are locked
   * until the transaction ends, in the order of their ids (`FOR NO KEY UPDATE` on PostgreSQL,
   * `Dialect.forNoKeyUpdate`). They cannot be deleted, and concurrent replacements of one object's tags do not mix.
   */
  readonly resolve: (
    organization: OrganizationId,
    references: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, string>>
  /** Assigns every tag to every object. Returns the number of new assignments. */
  readonly add: (
    organization: OrganizationId,
    tags: ReadonlyArray<TagId>,
    objects: ReadonlyArray<string>
  ) => Effect.Effect<number>
  /** Removes every tag from every object. Returns the number of removed assignments. */
  readonly remove: (
    organization: OrganizationId,
    tags: ReadonlyArray<TagId>,
    objects: ReadonlyArray<string>
  ) => Effect.Effect<number>
  /**
   * Removes all other tags from every object (all tags if `tags` is empty). Returns the number of removed assignments.
   * Followed by `add`, it replaces the tags of the objects.
   */
  readonly retain: (
    organization: OrganizationId,
    tags: ReadonlyArray<TagId>,
    objects: ReadonlyArray<string>
  ) => Effect.Effect<number>
  /** Removes a tag from all objects before it is deleted. */
  readonly clear: (organization: OrganizationId, tag: TagId) => Effect.Effect<void>
  /** Exact number of objects with each tag; tags without objects may be absent. */
  readonly count: (
    organization: OrganizationId,
    tags: ReadonlyArray<TagId>
  ) => Effect.Effect<ReadonlyMap<TagId, number>>
  /** Sets a status tag of one object. Does nothing if it is set or the object does not exist. */
  readonly setStatus: (organization: OrganizationId, object: string, tag: StatusTagType) => Effect.Effect<void>
  /** Clears a status tag of one object. Does nothing if it is not set. */
  readonly clearStatus: (organization: OrganizationId, object: string, tag: StatusTagType) => Effect.Effect<void>
}

/**
 * Kinds of objects that can have tags, each with the port of its owner. Storage adapters compose the record from the
 * kinds that they store. Tags of an absent kind can be created and listed, but no reference resolves to an object.
 */
export class TaggedObjectKinds extends Context.Service<
  TaggedObjectKinds,
  {
    readonly [kind in TagType]?: TaggedObjects
  }
>()("@namewright/core/tags/TaggedObjectKinds") {}
