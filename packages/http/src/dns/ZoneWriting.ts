import { ChangeSet, ZoneWarning, type ZoneWrite } from "@namewright/core/dns"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { conditional } from "../shared/ConditionalHeaders.ts"
import { type ProblemOf, problems, type ServiceError, toProblem } from "../shared/Problem.ts"
import { sendHeader } from "../shared/sendHeader.ts"
import { entityTagOf } from "./ZoneParameters.ts"

/** Changes of a write, with warnings about valid but doubtful content. */
export const WrittenZone = Schema.Struct({
  ...ChangeSet.fields,
  serial: Schema.Int,
  warnings: Schema.Array(ZoneWarning)
}).annotate({ identifier: "DnsZoneWritten" })
export type WrittenZone = typeof WrittenZone.Type

/** No content, or with `Prefer: return=representation` (RFC 7240, section 4.2) the changes. */
export const writeAnswers = [WrittenZone, HttpApiSchema.NoContent] as const

export const writeHeaders = {
  ...conditional,
  prefer: Schema.optionalKey(Schema.String)
}

export const writeProblems = [
  problems.rejected,
  problems.forbidden,
  problems.notFound,
  problems.conflict,
  problems.outdated,
  problems.invalid
] as const

const wantsRepresentation = (prefer: string | undefined): boolean =>
  prefer !== undefined && /(?:^|[,;\s])return=representation(?:$|[,;\s])/i.test(prefer)

/** The response to a write, with the zone's new entity tag in the headers. */
export const showWritten = ({ change_set, serial, warnings }: ZoneWrite): Effect.Effect<WrittenZone> =>
  Effect.as(sendHeader("etag", entityTagOf(serial)), { ...change_set, serial, warnings })

export const writtenZone = <E extends ServiceError, R>(
  write: Effect.Effect<ZoneWrite, E, R>
): Effect.Effect<WrittenZone, ProblemOf<E>, R> => Effect.flatMap(Effect.mapError(write, toProblem), showWritten)

/** Response of a write without a body of its own. */
export const writeAnswer = <E extends ServiceError, R>(
  { prefer }: { readonly prefer?: string },
  write: Effect.Effect<ZoneWrite, E, R>
): Effect.Effect<WrittenZone | void, ProblemOf<E>, R> =>
  wantsRepresentation(prefer)
    ? Effect.tap(writtenZone(write), sendHeader("preference-applied", "return=representation"))
    : Effect.asVoid(writtenZone(write))
