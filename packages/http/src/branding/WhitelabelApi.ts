import {
  ChangeWhitelabel,
  CreateBaseWhitelabel,
  CreatePlusWhitelabel,
  OrderedWhitelabel,
  RecheckWhitelabel,
  UpgradeWhitelabel,
  WhitelabelBranding
} from "@namewright/core/branding"
import { Schema, SchemaTransformation } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { Idempotent } from "../shared/Idempotent.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RefusesUnknownMembers, RequestValidation } from "../shared/RequestValidation.ts"

const path = "/v1/whitelabel-branding"

const stepping = [problems.forbidden, problems.notFound, problems.conflict] as const
const ordering = [
  problems.rejected,
  problems.paymentRequired,
  ...stepping,
  problems.invalid,
  problems.unavailable
] as const

/** A configuration whose change is carried out in jobs. */
const AcceptedWhitelabel = WhitelabelBranding.pipe(
  Schema.decodeTo(
    Schema.Struct({ accepted: Schema.toType(WhitelabelBranding) }),
    SchemaTransformation.transform({
      decode: (accepted) => ({ accepted }),
      encode: ({ accepted }) => accepted
    })
  )
)

export class WhitelabelApi extends HttpApiGroup.make("whitelabel")
  .add(
    HttpApiEndpoint.get("getWhitelabel", path, {
      success: WhitelabelBranding,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read the white-label configuration")
      .annotateMerge(reads({ rights: ["whitelabel_branding:view"] })),
    HttpApiEndpoint.post("createWhitelabel", path, {
      payload: [CreateBaseWhitelabel, CreatePlusWhitelabel],
      success: OrderedWhitelabel.pipe(HttpApiSchema.status(202)),
      error: [
        problems.rejected,
        problems.paymentRequired,
        problems.forbidden,
        problems.conflict,
        problems.invalid,
        problems.unavailable
      ]
    }).middleware(Idempotent).annotate(RefusesUnknownMembers, true).annotate(
      OpenApi.Summary,
      "Create a white-label configuration; its hosts are set up in jobs, and its price is charged when they are served"
    )
      .annotateMerge(writes({ rights: ["whitelabel_branding:manage"], risk: "costs" })),
    HttpApiEndpoint.patch("updateWhitelabel", path, {
      payload: ChangeWhitelabel,
      success: [AcceptedWhitelabel.pipe(HttpApiSchema.status(202)), WhitelabelBranding],
      error: [problems.rejected, ...stepping]
    }).annotate(
      OpenApi.Summary,
      "Change the label, serve or withdraw the hosts (202), or set the renewal mode (200)"
    )
      .annotateMerge(writes({ rights: ["whitelabel_branding:manage"], risk: "changes" })),
    HttpApiEndpoint.post("upgradeWhitelabel", `${path}/tier`, {
      payload: UpgradeWhitelabel,
      success: OrderedWhitelabel.pipe(HttpApiSchema.status(202)),
      error: ordering
    }).middleware(Idempotent).annotate(RefusesUnknownMembers, true).annotate(
      OpenApi.Summary,
      "Add hosts of an own domain (tier plus); a term of a year costs a fee for its remaining months"
    )
      .annotateMerge(writes({ rights: ["whitelabel_branding:manage"], risk: "costs" })),
    HttpApiEndpoint.post("recheckWhitelabel", `${path}/recheck`, {
      payload: [RecheckWhitelabel, Schema.Null],
      success: WhitelabelBranding.pipe(HttpApiSchema.status(202)),
      error: [...stepping, problems.invalid]
    }).annotate(
      OpenApi.Summary,
      "Check and set up the hosts again, with other hosts of an own domain if none of them was set up"
    )
      .annotateMerge(writes({ rights: ["whitelabel_branding:manage"], risk: "changes" })),
    HttpApiEndpoint.post("restoreWhitelabel", `${path}/restore`, {
      success: WhitelabelBranding,
      error: ordering
    }).middleware(Idempotent).annotate(
      OpenApi.Summary,
      "Restore a terminated white-label configuration; costs the restore fee and a term"
    )
      .annotateMerge(writes({ rights: ["whitelabel_branding:manage"], risk: "costs" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "White-label hosts of the organization")
{}
