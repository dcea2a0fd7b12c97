import {
  AssignVanitySet,
  ChangeVanitySet,
  CheckVanitySet,
  CreateVanitySet,
  VanitySet,
  VanitySetId,
  vanitySetList,
  VanitySetReport,
  ZoneDetails
} from "@namewright/core/dns"
import { Page } from "@namewright/core/shared"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { byName } from "../dns/ZoneParameters.ts"
import { Authentication } from "../shared/Authentication.ts"
import { Idempotent } from "../shared/Idempotent.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const sets = "/v1/vanity-nameserver-sets"
const set = "/v1/vanity-nameserver-sets/:set_id"
const byId = { set_id: VanitySetId }

const reading = [problems.forbidden, problems.notFound] as const
const stepping = [problems.forbidden, problems.notFound, problems.conflict] as const

const DefaultSet = Schema.Struct({ vanity_nameserver_set: VanitySet })
  .annotate({ identifier: "DefaultVanityNameserverSet" })
const ClearedDefault = Schema.Struct({ cleared: Schema.Boolean })
  .annotate({ identifier: "ClearedDefaultVanityNameserverSet" })
const AssignedZone = Schema.Struct({ zone: ZoneDetails }).annotate({ identifier: "DnsZoneVanitySetUpdated" })

export class VanitySetsApi extends HttpApiGroup.make("vanitySets")
  .add(
    HttpApiEndpoint.get("listVanitySets", sets, {
      query: listParameters(vanitySetList),
      success: Page(VanitySet),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List vanity nameserver sets, newest first")
      .annotateMerge(reads({ rights: ["vanity_ns:read"] })),
    HttpApiEndpoint.post("createVanitySet", sets, {
      payload: CreateVanitySet,
      success: VanitySet.pipe(HttpApiSchema.status(202)),
      error: [problems.rejected, problems.paymentRequired, problems.forbidden, problems.invalid, problems.unavailable]
    }).middleware(Idempotent).annotate(
      OpenApi.Summary,
      "Create a vanity nameserver set; it is activated when its hostnames resolve"
    )
      .annotateMerge(writes({ rights: ["vanity_ns:manage"], risk: "costs" })),
    HttpApiEndpoint.post("checkVanitySet", `${sets}/check`, {
      payload: CheckVanitySet,
      success: VanitySetReport,
      error: reading
    }).annotate(
      OpenApi.Summary,
      "Check the hostnames of a vanity nameserver set, and list the remaining steps"
    )
      .annotateMerge(writes({ rights: ["vanity_ns:read"], risk: "none", trial: "always" })),
    HttpApiEndpoint.delete("clearDefaultVanitySet", `${sets}/default`, {
      success: ClearedDefault,
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "Clear the default set; new zones use the platform's nameservers")
      .annotateMerge(writes({ rights: ["vanity_ns:manage"], risk: "destroys" })),
    HttpApiEndpoint.get("getVanitySet", set, {
      params: byId,
      success: VanitySet,
      error: reading
    }).annotate(OpenApi.Summary, "Read a vanity nameserver set")
      .annotateMerge(reads({ rights: ["vanity_ns:read"] })),
    HttpApiEndpoint.patch("updateVanitySet", set, {
      params: byId,
      payload: ChangeVanitySet,
      success: VanitySet,
      error: stepping
    }).annotate(OpenApi.Summary, "Set the renewal mode of a vanity nameserver set")
      .annotateMerge(writes({ rights: ["vanity_ns:manage"], risk: "changes" })),
    HttpApiEndpoint.delete("deleteVanitySet", set, {
      params: byId,
      success: VanitySet.pipe(HttpApiSchema.status(202)),
      error: stepping
    }).annotate(OpenApi.Summary, "Delete a vanity nameserver set that no zone uses")
      .annotateMerge(writes({ rights: ["vanity_ns:manage"], risk: "destroys" })),
    HttpApiEndpoint.patch("setDefaultVanitySet", `${set}/default`, {
      params: byId,
      success: DefaultSet,
      error: stepping
    }).annotate(OpenApi.Summary, "Make a vanity nameserver set the default for new zones")
      .annotateMerge(writes({ rights: ["vanity_ns:manage"], risk: "changes" })),
    HttpApiEndpoint.post("restoreVanitySet", `${set}/restore`, {
      params: byId,
      success: VanitySet,
      error: [problems.rejected, problems.paymentRequired, ...stepping, problems.unavailable]
    }).middleware(Idempotent).annotate(
      OpenApi.Summary,
      "Restore a suspended vanity nameserver set; costs the restore fee and one year"
    )
      .annotateMerge(writes({ rights: ["vanity_ns:manage"], risk: "costs" })),
    HttpApiEndpoint.post("retryVanitySet", `${set}/retry`, {
      params: byId,
      success: VanitySet.pipe(HttpApiSchema.status(202)),
      error: stepping
    }).annotate(OpenApi.Summary, "Retry the set-up of a failed vanity nameserver set")
      .annotateMerge(writes({ rights: ["vanity_ns:manage"], risk: "changes" })),
    HttpApiEndpoint.get("listVanitySetZones", `${set}/zones`, {
      params: byId,
      query: listParameters(vanitySetList),
      success: Page(ZoneDetails),
      error: reading
    }).annotate(OpenApi.Summary, "List the zones of a vanity nameserver set, by name")
      .annotateMerge(reads({ rights: ["vanity_ns:read"] })),
    HttpApiEndpoint.patch("assignVanitySet", "/v1/dns/:zone_name/vanity-set", {
      params: byName,
      payload: AssignVanitySet,
      success: AssignedZone,
      error: stepping
    }).annotate(OpenApi.Summary, "Assign a zone to a vanity nameserver set, or to the platform's nameservers")
      .annotateMerge(writes({ rights: ["dns:manage", "vanity_ns:manage"], risk: "changes" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Vanity nameservers: nameserver names of a reseller")
{}
