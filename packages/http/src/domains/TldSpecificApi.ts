import {
  DomainReference,
  HandedOver,
  HandInDeclaration,
  ReleaseDomain,
  RequestedAuthCode,
  ShownDeclaration,
  TransitDomain,
  WithdrawDomain
} from "@namewright/core/domains"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { conditional } from "../shared/ConditionalHeaders.ts"
import { Idempotent } from "../shared/Idempotent.ts"
import { writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { changeProblems } from "./DomainOperationsApi.ts"

const byReference = { domain_reference: DomainReference }

const { auth_code, auth_code_expires_on, detail, name, recipients, success } = RequestedAuthCode.fields

/** Answers to requests of auth codes: what a registry returns differs. */
const answers = {
  dated: Schema.Struct({ name, success, detail, auth_code, auth_code_expires_on })
    .annotate({ identifier: "DatedAuthCode" }),
  shown: Schema.Struct({ name, success, detail, auth_code }).annotate({ identifier: "ShownAuthCode" }),
  sent: Schema.Struct({ name, success, detail }).annotate({ identifier: "SentAuthCode" }),
  masked: Schema.Struct({ name, success, detail, recipients }).annotate({ identifier: "MaskedAuthCode" })
}

/** Operation that requests an auth code for the domains of a TLD. */
const authCodeRequest = <Id extends string, Tld extends string, S extends Schema.Top>(
  identifier: Id,
  tld: Tld,
  answer: S
) =>
  HttpApiEndpoint.post(identifier, `/v1/domains/tld-specific/${tld}/:domain_reference/auth_code/request` as const, {
    params: byReference,
    headers: conditional,
    success: answer,
    error: changeProblems
  }).middleware(Idempotent)
    .annotate(OpenApi.Summary, `Have the registry of .${tld} replace the auth code of a domain`)
    .annotateMerge(writes({ rights: ["domains:manage"], risk: "changes" }))

export class TldSpecificApi extends HttpApiGroup.make("tldSpecific")
  .add(
    authCodeRequest("requestBeAuthCode", "be", answers.sent),
    authCodeRequest("requestCymruAuthCode", "cymru", answers.shown),
    authCodeRequest("requestCzAuthCode", "cz", answers.masked),
    authCodeRequest("requestDkAuthCode", "dk", answers.shown),
    authCodeRequest("requestEuAuthCode", "eu", answers.dated),
    authCodeRequest("requestLtAuthCode", "lt", answers.dated),
    authCodeRequest("requestNuAuthCode", "nu", answers.shown),
    authCodeRequest("requestSeAuthCode", "se", answers.shown),
    authCodeRequest("requestWalesAuthCode", "wales", answers.shown),
    HttpApiEndpoint.post("withdrawDomain", "/v1/domains/tld-specific/at/:domain_reference/withdraw", {
      params: byReference,
      headers: conditional,
      payload: WithdrawDomain,
      success: HandedOver,
      error: changeProblems
    }).middleware(Idempotent)
      .annotate(OpenApi.Summary, "Return an .at domain to its registry; it leaves the account")
      .annotateMerge(writes({ rights: ["domains:manage"], risk: "destroys" })),
    HttpApiEndpoint.post("transitDomain", "/v1/domains/tld-specific/de/:domain_reference/transit", {
      params: byReference,
      headers: conditional,
      payload: TransitDomain,
      success: HandedOver,
      error: changeProblems
    }).middleware(Idempotent)
      .annotate(
        OpenApi.Summary,
        "Return a .de domain to its registry, which contacts the holder; it leaves the account"
      )
      .annotateMerge(writes({ rights: ["domains:manage"], risk: "destroys" })),
    HttpApiEndpoint.post("releaseDomain", "/v1/domains/tld-specific/uk/:domain_reference/release", {
      params: byReference,
      headers: conditional,
      payload: ReleaseDomain,
      success: HandedOver,
      error: changeProblems
    }).middleware(Idempotent)
      .annotate(OpenApi.Summary, "Release a .uk domain to another registrar; it leaves the account")
      .annotateMerge(writes({ rights: ["domains:manage"], risk: "destroys" })),
    HttpApiEndpoint.post("handInDeclaration", "/v1/domains/tld-specific/no/:domain_reference/applicant-declaration", {
      params: byReference,
      payload: HandInDeclaration,
      success: ShownDeclaration.pipe(HttpApiSchema.status(202)),
      error: [problems.rejected, problems.forbidden, problems.notFound, problems.conflict, problems.invalid]
    }).annotate(OpenApi.Summary, "Hand in the declaration that the holder of a new .no domain has signed")
      .annotateMerge(writes({ rights: ["domains:manage"], risk: "changes" })),
    HttpApiEndpoint.post(
      "resendDeclaration",
      "/v1/domains/tld-specific/no/:domain_reference/resend-declaration-email",
      {
        params: byReference,
        success: HttpApiSchema.NoContent,
        error: [problems.forbidden, problems.notFound, problems.conflict, problems.invalid, problems.rateLimited]
      }
    ).annotate(OpenApi.Summary, "Mail the declaration to the holder of a new .no domain again")
      .annotateMerge(writes({ rights: ["domains:manage"], risk: "changes" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Title, "TLD-specific operations")
  .annotate(
    OpenApi.Description,
    "Auth codes that registries make, and releases of domains to registries and registrars"
  )
{}
