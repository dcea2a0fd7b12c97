import { SignedZone } from "@namewright/core/dns"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { byName } from "./ZoneParameters.ts"

/** A zone whose DS records are not published yet. */
const DeferredZone = Schema.Struct({ ...SignedZone.fields, dnssec_registry_publish: Schema.Literal("deferred") })
  .annotate({ identifier: "DnsZoneSigningDeferred" })

const switching = [
  problems.rejected,
  problems.forbidden,
  problems.notFound,
  problems.conflict,
  problems.invalid,
  problems.unavailable
] as const

export class ZoneDnssecApi extends HttpApiGroup.make("zoneDnssec")
  .add(
    HttpApiEndpoint.post("enableZoneDnssec", "/v1/dns/:zone_name/dnssec/enable", {
      params: byName,
      success: [DeferredZone.pipe(HttpApiSchema.status(202)), SignedZone],
      error: switching
    }).annotate(OpenApi.Summary, "Sign a zone and publish its DS record; 202 if the publication is not complete yet")
      .annotateMerge(writes({ rights: ["dns:manage"], enforcesScope: "objects", risk: "none" })),
    HttpApiEndpoint.post("disableZoneDnssec", "/v1/dns/:zone_name/dnssec/disable", {
      params: byName,
      success: SignedZone,
      error: switching
    }).annotate(OpenApi.Summary, "Remove the DS record of a zone, and stop signing after its TTL has passed")
      .annotateMerge(writes({ rights: ["dns:manage"], enforcesScope: "objects", risk: "destroys" })),
    HttpApiEndpoint.post("rollZoneDnssec", "/v1/dns/:zone_name/dnssec/roll", {
      params: byName,
      success: SignedZone.pipe(HttpApiSchema.status(202)),
      error: switching
    }).annotate(OpenApi.Summary, "Roll the key of a signed zone; the rollover takes some days")
      .annotateMerge(writes({ rights: ["dns:manage"], enforcesScope: "objects", risk: "changes" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "DNSSEC of zones")
{}
