import { Context, type Effect } from "effect"
import type { OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { AssignedTag, Tag, TagId, TagListFilter, TagSortField } from "./Tag.ts"
import type { TagLabelAlreadyExists } from "./TagError.ts"

/** Tag without the number of its objects, which is counted by the store of the objects. */
export type TagRecord = Omit<Tag, "object_count">

/** Storage port. Only failures a caller can act on are typed; driver failures are defects. */
export class TagStore extends Context.Service<TagStore, {
  readonly insert: (organization: OrganizationId, tag: TagRecord) => Effect.Effect<void, TagLabelAlreadyExists>
  /** The existing ones among the ids, in no particular order. */
  readonly findMany: (
    organization: OrganizationId,
    ids: ReadonlyArray<TagId>
  ) => Effect.Effect<ReadonlyArray<TagRecord>>
  /** As `findMany`, and locks the tags against other transactions until this one ends. */
  readonly lock: (
    organization: OrganizationId,
    ids: ReadonlyArray<TagId>
  ) => Effect.Effect<ReadonlyArray<TagRecord>>
  /** Writes all members of an existing tag. */
  readonly save: (organization: OrganizationId, tag: TagRecord) => Effect.Effect<void, TagLabelAlreadyExists>
  readonly remove: (organization: OrganizationId, id: TagId) => Effect.Effect<void>
  /** Labels sort case-insensitively. */
  readonly list: (
    organization: OrganizationId,
    filter: TagListFilter,
    sort: Sort<TagSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<TagRecord>>
  /** Tags as parts of objects, for lists of other slices. */
  readonly describe: (
    organization: OrganizationId,
    ids: ReadonlyArray<TagId>
  ) => Effect.Effect<ReadonlyMap<TagId, AssignedTag>>
}>()("@namewright/core/tags/TagStore") {}
