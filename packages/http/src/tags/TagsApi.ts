import { Page } from "@namewright/core/shared"
import {
  BulkObjectTagChanges,
  CreateTag,
  ObjectTagChanges,
  ObjectTagChangesResult,
  Tag,
  TagId,
  tagList,
  UpdateTag
} from "@namewright/core/tags"
import { Predicate } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byId = { tag_id: TagId }

/**
 * Risk of a change of tags: `none` if tags are only added, `changes` if the body removes or replaces any. An empty
 * `replace` removes all.
 */
const riskOfTagging = (body: unknown) => {
  const removes = Predicate.hasProperty(body, "remove") && Array.isArray(body.remove) && body.remove.length > 0
  return removes || (Predicate.hasProperty(body, "replace") && Array.isArray(body.replace)) ? "changes" : "none"
}

export class TagsApi extends HttpApiGroup.make("tags")
  .add(
    HttpApiEndpoint.get("listTags", "/v1/tags", {
      query: listParameters(tagList),
      success: Page(Tag),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the organization's tags")
      .annotateMerge(reads({ rights: ["tags:read"], enforcesScope: "objects" })),
    HttpApiEndpoint.post("createTag", "/v1/tags", {
      payload: CreateTag,
      success: Tag.pipe(HttpApiSchema.status(201)),
      error: [problems.forbidden, problems.conflict]
    }).annotate(OpenApi.Summary, "Create a tag for one type of object")
      .annotateMerge(writes({ rights: ["tags:manage"], risk: "none" })),
    HttpApiEndpoint.post("changeObjectTags", "/v1/tags/objects", {
      payload: BulkObjectTagChanges,
      success: ObjectTagChangesResult,
      error: [problems.rejected, problems.forbidden, problems.notFound, problems.invalid]
    }).annotate(OpenApi.Summary, "Add, remove or replace the tags of many objects")
      .annotateMerge(writes({ rights: ["tags:manage"], risk: riskOfTagging })),
    HttpApiEndpoint.get("getTag", "/v1/tags/:tag_id", {
      params: byId,
      success: Tag,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read a tag")
      .annotateMerge(reads({ rights: ["tags:read"], enforcesScope: "objects" })),
    HttpApiEndpoint.patch("updateTag", "/v1/tags/:tag_id", {
      params: byId,
      payload: UpdateTag,
      success: Tag,
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Update the label, color or description of a tag")
      .annotateMerge(writes({ rights: ["tags:manage"], risk: "none" })),
    HttpApiEndpoint.delete("deleteTag", "/v1/tags/:tag_id", {
      params: byId,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Delete a tag, and remove it from all objects")
      .annotateMerge(writes({ rights: ["tags:delete"], risk: "destroys" })),
    HttpApiEndpoint.post("changeTagObjects", "/v1/tags/:tag_id/objects", {
      params: byId,
      payload: ObjectTagChanges,
      success: ObjectTagChangesResult,
      error: [problems.rejected, problems.forbidden, problems.notFound, problems.invalid]
    }).annotate(OpenApi.Summary, "Add a tag to objects, and remove it from others")
      .annotateMerge(writes({ rights: ["tags:manage"], risk: riskOfTagging }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "User tags of domains, contacts and zones")
{}
