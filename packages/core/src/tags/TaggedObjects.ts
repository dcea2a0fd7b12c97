import { Context, type Effect } from "effect"
import type { OrganizationId } from "../shared/index.ts"
import type { StatusTagType } from "./StatusTag.ts"
import type { TagId, TagType } from "./Tag.ts"

/**
 * Storage port: which objects of one kind carry which tags. The slice that owns the kind provides it and keeps the
 * assignments in tables of its own, shaped for its own lists. Nothing here knows whether a tag exists: the tags slice
 * has checked that, and holds a lock on the rows of all tags named in a call until the transaction ends, so a tag does
 * not go away meanwhile. Every method runs inside the caller's transaction.
 *
 * `tags` and `objects` hold each value once, at most `limits.taggedObjects.maximum` of them, and may be empty. Objects
 * are named by id; ids that the organization does not have are ignored.
 *
 * An object that goes away takes its assignments and status tags with it; that is the owning slice's work, too.
 */
export interface TaggedObjects {
  /**
   * The ids that references stand for, by reference as given. A reference is an id of the kind, or the object's name
   * where the kind has names (any case, with or without a final dot). What the organization does not have is absent.
   * The objects found are locked until the transaction ends, in the order of their ids: they cannot go away, and two
   * replacements of one object's tags do not mix (`FOR NO KEY UPDATE` on PostgreSQL, `Dialect.forNoKeyUpdate`).
   */
  readonly resolve: (
    organization: OrganizationId,
    references: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, string>>
  /** Puts every tag on every object; answers how many assignments are new. */
  readonly add: (
    organization: OrganizationId,
    tags: ReadonlyArray<TagId>,
    objects: ReadonlyArray<string>
  ) => Effect.Effect<number>
  /** Takes every tag off every object; answers how many assignments are gone. */
  readonly remove: (
    organization: OrganizationId,
    tags: ReadonlyArray<TagId>,
    objects: ReadonlyArray<string>
  ) => Effect.Effect<number>
  /**
   * Takes every tag but these off every object (all of them when `tags` is empty); answers how many assignments are
   * gone. With `add` after it, this replaces the tags of the objects.
   */
  readonly retain: (
    organization: OrganizationId,
    tags: ReadonlyArray<TagId>,
    objects: ReadonlyArray<string>
  ) => Effect.Effect<number>
  /** Takes a tag off everything that carries it, because the tag is about to go. */
  readonly clear: (organization: OrganizationId, tag: TagId) => Effect.Effect<void>
  /** How many objects carry each tag, exactly; tags that nothing carries may be absent. */
  readonly count: (
    organization: OrganizationId,
    tags: ReadonlyArray<TagId>
  ) => Effect.Effect<ReadonlyMap<TagId, number>>
  /** Puts a status tag on one object; nothing happens when the object carries it or does not exist. */
  readonly setStatus: (organization: OrganizationId, object: string, tag: StatusTagType) => Effect.Effect<void>
  /** Takes a status tag off one object; nothing happens when the object does not carry it. */
  readonly clearStatus: (organization: OrganizationId, object: string, tag: StatusTagType) => Effect.Effect<void>
}

/**
 * The kinds of objects that can carry tags, each with its owner's port. A storage adapter puts the record together from
 * the kinds it stores. Tags of a kind that is not in it can be made and listed; nothing resolves to an object of it.
 */
export class TaggedObjectKinds extends Context.Service<
  TaggedObjectKinds,
  {
    readonly [kind in TagType]?: TaggedObjects
  }
>()("@namewright/core/tags/TaggedObjectKinds") {}
