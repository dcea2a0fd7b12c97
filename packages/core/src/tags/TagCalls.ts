import { Schema } from "effect"
import {
  type AllOptions,
  anyOf,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  type Page,
  searchText
} from "../shared/index.ts"
import { BulkObjectTagChanges, ObjectTagChanges, ObjectTagChangesResult } from "./ObjectTagChanges.ts"
import { CreateTag, Tag, TagId, TagSortField, TagType, UpdateTag } from "./Tag.ts"
import { Tagging } from "./Tagging.ts"
import { Tags } from "./Tags.ts"

/** Parameters of the list of tags. */
export const tagList = listForm({
  sort: { field: TagSortField, standard: { by: "label", order: "asc" } },
  filter: { tag_types: Schema.optionalKey(anyOf(TagType)), search: Schema.optionalKey(searchText) }
})

export interface TagJson extends JsonOf<typeof Tag> {}
export interface CreateTagInput extends InputOf<typeof CreateTag> {}
export interface UpdateTagInput extends InputOf<typeof UpdateTag> {}
export interface TagFilterInput extends InputOf<Schema.Struct<typeof tagList.filter>> {}
export interface ObjectTagChangesInput extends InputOf<typeof ObjectTagChanges> {}
export interface BulkObjectTagChangesInput extends InputOf<typeof BulkObjectTagChanges> {}
export interface ObjectTagChangesJson extends JsonOf<typeof ObjectTagChangesResult> {}

/** Tags that an organization puts on its domains, contacts and zones. */
export interface TagCalls {
  /**
   * Creates a tag for one kind of objects.
   *
   * Rights: `tags:manage`.
   *
   * @throws ERROR_TAG_LABEL_ALREADY_EXISTS
   *
   * @example
   * const tag = await caller.tags.create({ type: "DOMAIN", label: "shop" })
   */
  readonly create: (tag: CreateTagInput, options?: CallOptions) => Promise<TagJson>
  /**
   * Returns one page of the organization's tags, by label unless `sort` says otherwise.
   *
   * Rights: `tags:read`.
   *
   * @example
   * const { items, total } = await caller.tags.page({ filter: { tag_types: ["DOMAIN"] }, page_size: 50 })
   */
  readonly page: (request?: ListRequest<TagFilterInput, TagSortField>, options?: CallOptions) => Promise<Page<TagJson>>
  /**
   * Iterates over all tags that match a filter.
   *
   * Rights: `tags:read`.
   *
   * @example
   * for await (const tag of caller.tags.all({ search: "shop" })) console.log(tag.label)
   */
  readonly all: (filter?: TagFilterInput, options?: AllOptions<TagSortField>) => AsyncIterable<TagJson>
  /**
   * Returns a tag.
   *
   * Rights: `tags:read`.
   *
   * @throws ERROR_TAG_NOT_FOUND
   *
   * @example
   * const { object_count } = await caller.tags.get(tag_id)
   */
  readonly get: (tag_id: string, options?: CallOptions) => Promise<TagJson>
  /**
   * Changes the label, the color or the description of a tag. Absent members are unchanged.
   *
   * Rights: `tags:manage`.
   *
   * @throws ERROR_TAG_LABEL_ALREADY_EXISTS, ERROR_TAG_NOT_FOUND
   *
   * @example
   * await caller.tags.update(tag_id, { label: "shops" })
   */
  readonly update: (tag_id: string, changes: UpdateTagInput, options?: CallOptions) => Promise<TagJson>
  /**
   * Deletes a tag and removes it from all objects.
   *
   * Rights: `tags:delete`.
   *
   * @throws ERROR_TAG_NOT_FOUND
   *
   * @example
   * await caller.tags.remove(tag_id)
   */
  readonly remove: (tag_id: string, options?: CallOptions) => Promise<void>
  /**
   * Adds one tag to objects and removes it from others. Objects are named by id or name.
   *
   * Rights: `tags:manage`.
   *
   * @throws ERROR_ILLEGAL_OBJECT_TYPE_FOR_TAG, ERROR_TAG_NOT_FOUND
   *
   * @example
   * const { added, unresolved } = await caller.tags.changeObjects(tag_id, { add: ["example.com"] })
   */
  readonly changeObjects: (
    tag_id: string,
    changes: ObjectTagChangesInput,
    options?: CallOptions
  ) => Promise<ObjectTagChangesJson>
  /**
   * Adds, removes or replaces the tags of several objects of one kind.
   *
   * Rights: `tags:manage`.
   *
   * @throws ERROR_ILLEGAL_OBJECT_TYPE_FOR_TAG, ERROR_TAG_NOT_FOUND
   *
   * @example
   * await caller.tags.changeTags({ type: "DOMAIN", objects: ["example.com"], add: [tag_id] })
   */
  readonly changeTags: (changes: BulkObjectTagChangesInput, options?: CallOptions) => Promise<ObjectTagChangesJson>
}

const byId = inPath("tag_id", TagId)

export const tagCalls = {
  create: call([inBody(CreateTag)], Tag, (tag) => Tags.use((tags) => tags.create(tag))),
  ...listCalls(
    [],
    tagList,
    Tag,
    "tag_id",
    ({ filter, page, sort }) => Tags.use((tags) => tags.list(filter, sort, page))
  ),
  get: call([byId], Tag, (id) => Tags.use((tags) => tags.get(id))),
  update: call([byId, inBody(UpdateTag)], Tag, (id, changes) => Tags.use((tags) => tags.update(id, changes))),
  remove: call([byId], Schema.Void, (id) => Tags.use((tags) => tags.remove(id))),
  changeObjects: call(
    [byId, inBody(ObjectTagChanges)],
    ObjectTagChangesResult,
    (id, changes) => Tagging.use((tagging) => tagging.changeObjects(id, changes))
  ),
  changeTags: call(
    [inBody(BulkObjectTagChanges)],
    ObjectTagChangesResult,
    (changes) => Tagging.use((tagging) => tagging.changeTags(changes))
  )
} satisfies CallsFor<TagCalls>
