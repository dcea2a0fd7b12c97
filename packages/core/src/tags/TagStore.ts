import { Context, type Effect } from "effect"
import type { OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { AssignedTag, Tag, TagId, TagListFilter, TagSortField } from "./Tag.ts"
import type { TagLabelAlreadyExists } from "./TagError.ts"

/** A tag without the number of its objects, which the store of the objects knows. */
export type TagRecord = Omit<Tag, "object_count">

/** Storage port. Only failures a caller can act on are typed; driver failures are defects. */
export class TagStore extends Context.Service<TagStore, {
  readonly insert: (organization: OrganizationId, tag: TagRecord) => Effect.Effect<void, TagLabelAlreadyExists>
  /** Those of the ids that the organization has, in no particular order. */
  readonly findMany: (
    organization: OrganizationId,
    ids: ReadonlyArray<TagId>
  ) => Effect.Effect<ReadonlyArray<TagRecord>>
  /** As `findMany`; other transactions that lock one of the tags wait until this one ends. */
  readonly lock: (
    organization: OrganizationId,
    ids: ReadonlyArray<TagId>
  ) => Effect.Effect<ReadonlyArray<TagRecord>>
  /** Writes every member of a tag that exists. */
  readonly save: (organization: OrganizationId, tag: TagRecord) => Effect.Effect<void, TagLabelAlreadyExists>
  readonly remove: (organization: OrganizationId, id: TagId) => Effect.Effect<void>
  /** Labels sort without regard to case. */
  readonly list: (
    organization: OrganizationId,
    filter: TagListFilter,
    sort: Sort<TagSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<TagRecord>>
  /** How objects show the tags that they carry; for lists of other slices. */
  readonly describe: (
    organization: OrganizationId,
    ids: ReadonlyArray<TagId>
  ) => Effect.Effect<ReadonlyMap<TagId, AssignedTag>>
}>()("@namewright/core/tags/TagStore") {}
