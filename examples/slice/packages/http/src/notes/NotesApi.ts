import { CreateNote, Note, NoteId } from "@namewright/core/notes"
import { Page } from "@namewright/core/shared"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { pageParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

export class NotesApi extends HttpApiGroup.make("notes")
  .add(
    HttpApiEndpoint.get("listNotes", "/v1/notes", {
      query: pageParameters(),
      success: Page(Note),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the organization's notes")
      .annotateMerge(reads({ rights: ["notes:read"] })),
    HttpApiEndpoint.post("createNote", "/v1/notes", {
      payload: CreateNote,
      success: Note.pipe(HttpApiSchema.status(201)),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "Create a note")
      .annotateMerge(writes({ rights: ["notes:manage"], risk: "none" })),
    HttpApiEndpoint.delete("deleteNote", "/v1/notes/:note_id", {
      params: { note_id: NoteId },
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Delete a note")
      .annotateMerge(writes({ rights: ["notes:delete"], risk: "destroys" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Remarks that an organization keeps for its own use")
{}
