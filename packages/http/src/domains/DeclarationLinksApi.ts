import { LinkToken } from "@namewright/core/access"
import { declarationPath, ShownDeclaration, SignDeclaration } from "@namewright/core/domains"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Produces } from "../shared/ContentNegotiation.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { htmlPage, jsonOrPage } from "../shared/PublicOperations.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byToken = { token: LinkToken }

const signProblems = [problems.rejected, problems.notFound, problems.conflict, problems.rateLimited] as const

const SignDeclarationForm = SignDeclaration.pipe(HttpApiSchema.asFormUrlEncoded()).annotate({
  identifier: "SignDeclarationForm"
})

export class DeclarationLinksApi extends HttpApiGroup.make("declarationLinks")
  .add(
    HttpApiEndpoint.get("getDeclaration", declarationPath, {
      query: byToken,
      success: [ShownDeclaration, htmlPage],
      error: [problems.notFound, problems.rateLimited]
    }).annotate(OpenApi.Summary, "Read the declaration of a link, which the registry of .no requires")
      .annotate(
        OpenApi.Description,
        "A browser gets a page on which the holder signs the declaration. Other clients get the declaration."
      )
      .annotateMerge(reads({ rights: [], caller: "anyone" })).annotate(Produces, jsonOrPage),
    HttpApiEndpoint.put("signDeclaration", declarationPath, {
      query: byToken,
      payload: SignDeclaration,
      success: HttpApiSchema.NoContent,
      error: signProblems
    }).annotate(OpenApi.Summary, "Sign the declaration of a link; the domain is then registered")
      .annotateMerge(writes({ rights: [], caller: "anyone", risk: "changes" })),
    HttpApiEndpoint.post("submitDeclaration", declarationPath, {
      query: byToken,
      payload: SignDeclarationForm,
      success: [ShownDeclaration, htmlPage],
      error: signProblems
    }).annotate(OpenApi.Summary, "Sign the declaration with the form of the page")
      .annotateMerge(writes({ rights: [], caller: "anyone", risk: "changes" })).annotate(Produces, jsonOrPage)
  )
  .middleware(RequestValidation)
  .annotate(OpenApi.Title, "Declarations of holders")
  .annotate(OpenApi.Description, "For holders of new domains, who have the token of a link and no other credential")
{}
