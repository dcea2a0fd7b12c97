import { Tagging, Tags } from "@namewright/core/tags"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { TagsApi } from "./TagsApi.ts"

export const layer = group(
  TagsApi,
  Effect.fnUntraced(function*(handlers) {
    const tags = yield* Tags
    const tagging = yield* Tagging
    return handlers.handleAll({
      listTags: ({ query: { page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(tags.list(filter, { by: sort_by, order: sort_order }, { page, page_size }), toProblem),
      createTag: ({ payload }) => Effect.mapError(tags.create(payload), toProblem),
      changeObjectTags: ({ payload }) => Effect.mapError(tagging.changeTags(payload), toProblem),
      getTag: ({ params }) => Effect.mapError(tags.get(params.tag_id), toProblem),
      updateTag: ({ params, payload }) => Effect.mapError(tags.update(params.tag_id, payload), toProblem),
      deleteTag: ({ params }) => Effect.mapError(tags.remove(params.tag_id), toProblem),
      changeTagObjects: ({ params, payload }) =>
        Effect.mapError(tagging.changeObjects(params.tag_id, payload), toProblem)
    })
  })
)
