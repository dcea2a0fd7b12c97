import { Result } from "effect"
import * as DnsName from "./DnsName.ts"

export interface OwnerNameProblem {
  readonly slug: DnsName.NameProblem["slug"] | "name_out_of_zone" | "wildcard_position"
  readonly at: number
  readonly message: string
}

/**
 * Parses the owner of an RRset in a request. `@` and the empty text are the apex. A name is absolute if it ends in a
 * dot, or in the zone's name without the dot; other names are relative to the zone. The result is in lower case. `*` is
 * only allowed as the whole first label. Source: REST specification, "DNS zone, RRset, record".
 */
export const ownerName = (text: string, zone: DnsName.DnsName): Result.Result<DnsName.DnsName, OwnerNameProblem> => {
  const asAbsolute = DnsName.parse(text)
  const isWithin = Result.isSuccess(asAbsolute) && DnsName.isWithin(asAbsolute.success, zone)
  const parsed = text === "" ? Result.succeed(zone) : isWithin && text !== "@" ? asAbsolute : DnsName.parse(text, zone)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const name = DnsName.lowerCase(parsed.success)
  if (!DnsName.isWithin(name, zone)) {
    return Result.fail({ slug: "name_out_of_zone", at: 0, message: `The name is not within ${zone}` })
  }
  const relative = DnsName.relativeTo(name, zone)
  if (/(?<!^)\*|^\*[^.]/.test(relative)) {
    return Result.fail({
      slug: "wildcard_position",
      at: text.lastIndexOf("*"),
      message: "A * must be the whole first label"
    })
  }
  return Result.succeed(name)
}
